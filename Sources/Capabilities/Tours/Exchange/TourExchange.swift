import Access
import Base
import Cryptography
import Media
import Objects
import Storage

/// What an import made, and what it had to leave out.
public struct TourImport: Sendable {
  public var details: TourDetails
  /// One sentence for each thing that was left out.
  public var notes: [String]

  public init(details: TourDetails, notes: [String]) {
    self.details = details
    self.notes = notes
  }
}

/// Brings tours out as files and files in as tours.
///
/// - Thread: shared.
public struct TourExchange: Sendable {
  let tours: TourService
  let objects: ObjectService
  let recordings: RecordingService
  let pictures: PictureService
  let media: MediaService

  public init(
    tours: TourService, objects: ObjectService, recordings: RecordingService,
    pictures: PictureService, media: MediaService
  ) {
    self.pictures = pictures
    self.tours = tours
    self.objects = objects
    self.recordings = recordings
    self.media = media
  }

  private var platform: Platform { tours.platform }

  // MARK: Out

  /// The tour as the caller sees it, as a file.
  ///
  /// - Throws: `notFound`; `paymentRequired` for a priced tour that the caller has not bought;
  ///   `conflict` for a bundle that would be too large.
  public func export(
    _ id: EntityID, as format: TourFormat, caller: Caller
  ) throws -> TourFile {
    let details = try tours.details(id, caller: caller)
    guard details.isUnlocked else {
      throw Refusal(
        .paymentRequired, "tour-not-paid", "This tour can be exported after it has been bought.")
    }
    let plain = TourDocument(
      details, object: \.description, recording: \.description,
      picture: \.description)
    let area = details.revision.measures.area
    let bytes: [UInt8]
    switch format {
    case .geoJSON: bytes = plain.geoJSON(computedArea: area)
    case .gpx: bytes = plain.gpx()
    case .kml: bytes = plain.kml(area: area)
    case .bundle: bytes = try bundle(details, caller: caller).file()
    }
    return TourFile(
      name: Self.fileName(details.revision.content.name) + "." + format.rawValue,
      mediaType: format.mediaType, bytes: bytes)
  }

  /// ASCII letters and digits of a name, with hyphens between.
  static func fileName(_ name: String) -> String {
    let words = SearchKey.of(name).split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let joined = String(words.joined(separator: "-").prefix(60))
    return joined.isEmpty ? "tour" : joined
  }

  private func bundle(_ details: TourDetails, caller: Caller) throws -> TourBundle {
    var references: [EntityID: String] = [:]
    var models: [TourBundle.Model] = []
    var sounds: [TourBundle.Recording] = []
    var images: [TourBundle.Image] = []
    for id in details.revision.content.pictures where references[id] == nil {
      guard let found = details.pictures[id], let largest = found.sizes.first?.media else {
        continue
      }
      let reference = "picture-\(images.count + 1)"
      references[id] = reference
      images.append(
        TourBundle.Image(
          reference: reference, alt: found.alt, mediaType: largest.type,
          bytes: try bytes(of: largest)))
    }
    for stop in details.revision.content.stops {
      for object in stop.objects where references[object] == nil {
        let reference = "object-\(models.count + 1)"
        let found = try objects.details(object, caller: caller)
        references[object] = reference
        models.append(
          TourBundle.Model(
            reference: reference, name: found.name, alt: found.alt, mediaType: found.media.type,
            bytes: try bytes(of: found.media)))
      }
      for id in stop.recordings.map(\.recording) where references[id] == nil {
        let found = try recordings.find(id, caller: caller)
        let reference = "recording-\(sounds.count + 1)"
        references[id] = reference
        sounds.append(
          TourBundle.Recording(
            reference: reference, mediaType: found.media.type, bytes: try bytes(of: found.media)))
      }
    }
    return TourBundle(
      document: TourDocument(
        details, object: { references[$0] ?? $0.description },
        recording: { references[$0] ?? $0.description },
        picture: { references[$0] ?? $0.description }),
      computedArea: details.revision.measures.area, models: models, recordings: sounds,
      pictures: images)
  }

  private func bytes(of item: MediaItem) throws -> [UInt8] {
    guard let bytes = try media.files.read(item.digest) else {
      throw Refusal(.gone, "content-gone", "The bytes of a file of this tour are no longer kept.")
    }
    return bytes
  }

  // MARK: In

  /// Makes a draft of the caller's organization from a file; its format is found from the content.
  ///
  /// AR objects and recordings that are not in the file and that the caller does not have are left
  /// out, with a note. Files of a bundle are kept as uploads of the caller, unless a preset with
  /// the same bytes and name is there.
  ///
  /// - Parameter names: what the names of AR objects in the file stand for, beside identifiers.
  /// - Throws: `forbidden` unless the caller is an organization user, `unsupportedType`, or what is
  ///   wrong in the file.
  public func importTour(
    _ bytes: [UInt8], names: [String: EntityID] = [:], caller: Caller
  ) throws -> TourImport {
    var kept = Kept()
    do {
      return try importTour(bytes, names: names, caller: caller, keeping: &kept)
    } catch {
      // Without its tour nobody would know what the files are for.
      try objects.discard(kept.objects, caller: caller)
      try recordings.discard(kept.recordings)
      try pictures.discard(kept.pictures)
      throw error
    }
  }

  /// Files of a bundle that have become uploads of the caller.
  private struct Kept {
    var objects: [EntityID] = []
    var recordings: [EntityID] = []
    var pictures: [EntityID] = []
  }

  private func importTour(
    _ bytes: [UInt8], names: [String: EntityID], caller: Caller, keeping kept: inout Kept
  ) throws -> TourImport {
    let (loggedIn, organization) = try Tour.organization(caller: caller)
    var known = names
    var files = KnownFiles()
    let (document, bundle) = try TourDocument.reading(bytes)
    if let bundle {
      // Whatever would refuse the tour does so before its files are kept.
      _ = try document.content.checked()
      try platform.store.read { session in
        try tours.owner(organization, in: session)
          .check(document.content.price.isFree ? nil : document.currency)
      }
      for model in bundle.models {
        let (id, isNew) = try keep(model, caller: caller)
        known[model.reference] = id
        if isNew { kept.objects.append(id) }
      }
      for sound in bundle.recordings {
        let id = try recordings.upload(sound.bytes, caller: caller).id
        files.recordings[sound.reference] = id
        kept.recordings.append(id)
      }
      for image in bundle.pictures {
        let id = try pictures.keep(
          PictureUpload(bytes: image.bytes, alt: image.alt), holder: organization,
          author: loggedIn.account
        ).id
        files.pictures[image.reference] = id
        kept.pictures.append(id)
      }
    }
    let (content, notes) = try linked(document, known, files, organization, caller: caller)
    let details = try tours.create(
      try content.checked(), currency: content.price.isFree ? nil : document.currency,
      account: loggedIn.account, organization: organization, caller: caller)
    return TourImport(details: details, notes: notes)
  }

  /// What the file's words for recordings and pictures stand for.
  private struct KnownFiles {
    var recordings: [String: EntityID] = [:]
    var pictures: [String: EntityID] = [:]
  }

  private func keep(
    _ model: TourBundle.Model, caller: Caller
  ) throws -> (id: EntityID, isNew: Bool) {
    if let digest = MediaDigest(bytes: SHA256.hash(model.bytes).bytes) {
      let preset = try platform.store.read {
        try ObjectStore.preset(named: model.name, digest: digest, in: $0)
      }
      if let preset { return (preset.id, false) }
    }
    let object = try objects.upload(
      ObjectUpload(name: model.name, alt: model.alt, bytes: model.bytes), caller: caller)
    return (object.id, true)
  }

  /// The content with identifiers for the names of AR objects, recordings and pictures, and what was
  /// left out.
  private func linked(
    _ document: TourDocument, _ known: [String: EntityID], _ files: KnownFiles,
    _ organization: EntityID, caller: Caller
  ) throws -> (content: TourContent, notes: [String]) {
    var notes: [String] = []
    var linked = document.content
    try platform.store.read { session in
      func picture(_ name: String) throws -> EntityID? {
        guard let id = files.pictures[name] ?? EntityID(name),
          let found = try PictureStore.find(id, in: session), found.holder == organization,
          found.hiddenAt == nil
        else { return nil }
        return id
      }
      if let cover = document.cover {
        linked.picture = try picture(cover)
        if linked.picture == nil { notes.append("The cover's picture is not here.") }
      }
      for i in linked.stops.indices {
        let shown = try document.pictures[i].compactMap(picture)
        linked.stops[i].pictures = shown.isEmpty ? nil : shown
        if shown.count < document.pictures[i].count {
          notes.append("Stop \(i + 1): a picture is not here and was left out.")
        }
        for name in document.objects[i] {
          if let id = known[name] ?? EntityID(name), !linked.stops[i].objects.contains(id),
            try isSeen(id, caller: caller, in: session)
          {
            linked.stops[i].objects.append(id)
          } else {
            notes.append("Stop \(i + 1): the AR object \"\(name)\" is not here and was left out.")
          }
        }
        for sound in document.recordings[i] {
          let language = sound.language.isEmpty ? linked.defaultLanguage : sound.language
          if let id = files.recordings[sound.name] ?? EntityID(sound.name),
            try RecordingStore.find(id, of: organization, in: session) != nil
          {
            linked.stops[i].record(id, in: language)
          } else {
            notes.append(
              "Stop \(i + 1): the recording is not here; the text is read aloud instead.")
          }
        }
      }
    }
    return (linked, notes)
  }

  private func isSeen(
    _ object: EntityID, caller: Caller, in session: StoreSession
  ) throws -> Bool {
    do {
      _ = try tours.objects.find(object, to: .open, caller: caller, in: session)
      return true
    } catch let refusal as Refusal
      where refusal.kind == .notFound || refusal.kind == .paymentRequired
    {
      return false
    }
  }
}
