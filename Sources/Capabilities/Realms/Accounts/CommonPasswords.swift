/// Passwords that are guessed first, in lower case: sequences, keyboard rows, names, words with a
/// digit behind them.
///
/// A local list, so that no password is ever sent anywhere to be checked.
enum CommonPasswords {
  static let list = Set(
    """
    000000 00000000 007007 0123456789 101010 102030 111111 1111111 11111111 111222 112233 11223344
    121212 123123 123123123 123321 12341234 123454321 123456 1234567 12345678 123456789 1234567890
    123456a 123456q 12345a 12345q 1234qwer 123654 123abc 123asd 123qwe 123qweasd 131313 147258
    147258369 147852 159357 159753 192837 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 222222
    232323 252525 333333 444444 456789 555555 654321 666666 696969 741852963 7654321 777777
    7777777 789456 789456123 87654321 888888 88888888 987654321 999999 a12345 a123456 a1234567
    a12345678 a123456789 aa123456 aaa111 aaaaaa1 abc123 abc1234 abc12345 abcd123 abcd1234 abcde123
    abcdef abcdefg abcdefgh access access1 access14 admin1 admin12 admin123 admin1234 admin12345
    administrateur administrator agent007 alexander alexander1 alexandra amanda amanda1 america
    america1 amigos andrew andrew1 android angel1 angel123 angels anthony anthony1 anything apple1
    apple123 apples april123 arsenal arsenal1 asd123 asdf1234 asdfasdf asdfgh asdfghjk asdfghjkl
    ashley ashley1 asshole august austin austin1 autumn autumn1 azerty azerty1 azerty123
    azertyuiop b123456 baby123 babygirl babygirl1 banana banana1 barcelona bartman baseball
    baseball1 basketball batman batman1 batman123 beautiful benjamin benjamin1 berlin bienvenue
    biker1 bitch1 biteme black1 black123 blessed blue123 bmw123 bond007 bonjour bonjour1 boston
    boston1 brandon brandon1 brasil brother bullshit buster1 butterfly camaro canada canada1
    celtic change123 changeme changeme1 charles charles1 charlie charlie1 cheese cheese1 chelsea
    chelsea1 cherry chicago chicago1 china123 chocolat chocolate chouchou christ coffee coffee1
    computer computer1 contrasena contraseña cookie cookie1 cookies corvette coucou cowboys
    cricket cutie1 daddy1 dallas dallas1 dance1 dancer daniel daniel1 david123 december default
    diamond diamond1 disney disney1 doggie dollar dolphin dolphins doudou dragon dragon1 dragon123
    eagle1 eagles elizabeth elizabeth1 elvis1 england estrella everton facebook facebook1 family1
    family123 father february ferrari ferrari1 fishing fishing1 flower flower1 flowers football
    football1 ford123 forever forever1 fortnite france freedom freedom1 friday friend1 friends
    friendship fuckoff fuckyou fuckyou1 gamer123 gaming garfield george george1 germany ginger
    ginger1 gmail123 gold123 golden golf123 golfer goodbye google google1 google123 gorgeous
    grandma green1 guest123 guestguest guitar guitar1 hacker hallo1 hallo123 hannah hannah1 happy1
    happy123 harley harley1 haslo123 heaven hello1 hello12 hello123 hello1234 hellohello heslo123
    hockey hockey1 hola123 homer1 honda123 honey1 honey123 hotdog hotmail houston hunter hunter1
    hunter2 hunting iloveme iloveu iloveyou iloveyou1 iloveyou2 india123 internet internet1 iphone
    iphone1 ironman italia james007 january japan123 jennifer jennifer1 jessica jessica1 jesus1
    jesus123 jonathan jordan jordan1 jordan23 joshua joshua1 justin justin1 juventus killer
    killer1 king123 kings1 kitten kitty123 knight lakers legend letmein letmein1 letmein123
    lightning linkedin lion123 liverpool liverpool1 lkjhgf login123 loginlogin london london1
    loulou love123 love1234 lovelove lovely loveme lover1 loveyou lucky1 lucky123 lucky7 maggie
    maggie1 magic1 magic123 manchester manutd march123 mariposa martin martin1 master master1
    master123 matrix matthew matthew1 melissa melissa1 mercedes merlin merlin1 metallica mexico
    michael michael1 michelle michelle1 mickey mickey1 microsoft minecraft minnie mnbvcxz mommy1
    monday money1 money123 monkey monkey1 monkey123 montreal moonlight motdepasse mother music1
    music123 mustang mustang1 naruto natasha newyork nicholas nicole nicole1 ninja123 nintendo
    nirvana nokia123 nothing nothing1 november october oliver oliver1 orange orange1 p@ssw0rd
    p@ssword pa55word packers pantera panther paris123 parola pass123 pass1234 passord passpass
    passw0rd password password! password1 password1! password12 password123 password1234 passwort
    passwort1 patrick patrick1 peanut peanuts pepper pepper1 phoenix phoenix1 pizza123 player
    player1 playstation poiuyt pokemon pokemon1 porsche prince princess princess1 private puppy123
    purple purple1 pussy1 q123456 q1w2e3 q1w2e3r4 q1w2e3r4t5 qazwsx qazwsxedc qq123456 queen123
    qwe123 qweasd qweasdzxc qweqwe qwerty qwerty! qwerty1 qwerty12 qwerty123 qwerty1234
    qwerty12345 qwertyui qwertyuiop qwertz qwertzuiop racing raiders rainbow rainbow1 ranger
    ranger1 rangers realmadrid red123 redsox richard richard1 robert robert1 roblox rocknroll
    rockstar root123 rootroot rugby123 russia sailing salasana samantha samantha1 samsung samsung1
    samurai saturday schatz scooby scooby1 secret secret1 secret123 senha123 september sexy123
    shadow shadow1 shadow123 silver silver1 simpsons sister skater slipknot smile1 smile123 sniper
    snoopy snoopy1 snowboard soccer soccer1 soleil something sommer sony123 sophie sophie1
    spiderman sports spring spring1 starlight startrek starwars starwars1 steelers stephanie
    summer summer1 summer123 sunday sunshine sunshine1 superman superman1 surfing sweetie sweety
    teamo1 tennis tequiero test123 test1234 test12345 tester testing testing1 testtest texas1
    thomas thomas1 thunder thunder1 thursday tiger123 tigger toor123 topsecret toronto tour123
    tours123 toyota trustno1 tuesday turtle twitter user123 user1234 username vancouver victoria
    victoria1 wachtwoord warrior wayside wayside1 wayside123 wednesday welcome welcome1 welcome12
    welcome123 welkom01 whatever whatever1 white123 william william1 willkommen windows windows1
    windows10 windows7 winter winter1 winter123 wizard wolverine xbox360 yahoo123 yamaha yankees
    yellow youtube z123456 zaq12wsx zaq1zaq1 zxasqw zxc123 zxcvbn zxcvbnm zxcvbnm123
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
