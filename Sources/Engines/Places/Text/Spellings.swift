/// Other ways to write a word: abbreviations and umlauts written with two letters.
enum Spellings {
  /// What a word may stand for, without itself.
  static func alternatives(of word: FoldedWord) -> [[UInt8]] {
    let text = word.text
    var found = (expansions[text] ?? []).map { Array($0.utf8) }
    for (suffix, whole, needsStop) in suffixes
    where text.count > suffix.count + 2 && text.hasSuffix(suffix) && (word.isCut || !needsStop) {
      found.append(Array((text.dropLast(suffix.count) + whole).utf8))
    }
    return found
  }

  /// A searched word with `ae`, `oe` and `ue` read as umlauts; nil where it has none.
  static func withoutUmlauts(_ word: FoldedWord) -> [UInt8]? {
    var result: [UInt8] = []
    for byte in word.bytes {
      if byte == 0x65, let last = result.last, [0x61, 0x6f, 0x75].contains(last) { continue }
      result.append(byte)
    }
    return result.count < word.bytes.count && result.count > 2 ? result : nil
  }

  /// Words that names and searches may lack.
  static let fillers: Set<String> = [
    "a", "an", "and", "the", "of", "at", "in", "on", "de", "da", "do", "das", "dos", "d", "e", "o",
    "du", "des", "la", "le", "les", "l", "el", "los", "las", "del", "di", "della", "dei", "der",
    "die", "das", "den", "dem", "am", "an", "im", "auf", "und", "et", "y", "van", "het",
  ]

  /// Words that stand between what is wanted and where.
  static let nearWords: Set<String> = [
    "near", "around", "bei", "nahe", "perto", "pres", "cerca", "vicino", "lahella", "nara", "by",
  ]

  private static let suffixes: [(String, String, needsStop: Bool)] = [
    ("str", "strasse", false), ("pl", "platz", true), ("g", "gasse", true), ("k", "katu", true),
    ("t", "tie", true), ("g", "gatan", true), ("v", "vagen", true), ("br", "brucke", true),
    ("weg", "weg", true),
  ]

  private static let expansions: [String: [String]] = {
    var table: [String: [String]] = [
      // English
      "st": ["street", "saint", "sankt", "santo"], "rd": ["road"], "ave": ["avenue", "avenida"],
      "blvd": ["boulevard"], "sq": ["square"], "ln": ["lane"], "ct": ["court"], "hwy": ["highway"],
      "mt": ["mount", "mont"], "n": ["north", "norte", "nord"], "hts": ["heights"],
      // German
      "str": ["strasse", "straat", "street"], "pl": ["platz", "place", "plaza", "plac"],
      "hbf": ["hauptbahnhof"], "bhf": ["bahnhof"], "bf": ["bahnhof"], "gr": ["grosse", "grosser"],
      "kl": ["kleine", "kleiner"], "sankt": ["st"], "alte": ["alten", "alter"],
      // French
      "av": ["avenue", "avenida"], "bd": ["boulevard"], "boul": ["boulevard"], "bld": ["boulevard"],
      "ch": ["chemin"], "che": ["chemin"], "imp": ["impasse"], "rte": ["route"], "ste": ["sainte"],
      "all": ["allee"], "fg": ["faubourg"], "sq.": ["square"], "saint": ["st"], "sainte": ["ste"],
      // Portuguese and Spanish
      "r": ["rua", "rue"], "avda": ["avenida"], "avd": ["avenida"], "al": ["alameda"],
      "tv": ["travessa"], "trav": ["travessa"], "tr": ["travessa"], "lg": ["largo"],
      "pc": ["praca"], "pca": ["praca"], "pr": ["praca"], "est": ["estrada", "estacao"],
      "estr": ["estrada"], "c": ["calle"], "pza": ["plaza"], "pso": ["passeio", "paseo"],
      "sto": ["santo"], "sta": ["santa"], "s": ["sao", "san", "santo", "south", "sul"],
      "dr": ["doutor", "doktor", "docteur", "drive"], "dra": ["doutora"], "prof": ["professor"],
      "eng": ["engenheiro"], "cel": ["coronel"], "cap": ["capitao"], "gen": ["general"],
      "mal": ["marechal"], "sen": ["senador"], "dep": ["deputado"], "pe": ["padre"],
      "sra": ["senhora"], "nsa": ["nossa"], "n.": ["nossa"], "d": ["dom", "dona"],
      "vl": ["vila", "viela"], "pq": ["parque"], "jd": ["jardim"], "bro": ["bairro"],
      // Italian, Dutch, Nordic
      "v": ["via", "viale"], "vle": ["viale"], "pzza": ["piazza"], "p": ["piazza"],
      "cso": ["corso"], "ul": ["ulica"], "g": ["gatan", "gade"], "vag": ["vagen"],
    ]
    // Names on signs are cut, too: whoever types the whole word finds them.
    for (whole, cuts) in [
      "doutor": ["dr"], "professor": ["prof"], "engenheiro": ["eng"], "general": ["gen"],
      "street": ["st"], "road": ["rd"], "avenue": ["ave", "av"], "avenida": ["av"],
      "boulevard": ["bd", "blvd"], "strasse": ["str"], "platz": ["pl"], "doktor": ["dr"],
      "hauptbahnhof": ["hbf"], "bahnhof": ["bf", "bhf"], "padre": ["pe"],
    ] { table[whole, default: []] += cuts }
    return table
  }()
}
