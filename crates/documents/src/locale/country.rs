//! What countries are called: those that most invoices go to, in every language; others in English.

use super::Language;

pub(super) fn name(language: Language, code: &str) -> String {
    let place = NAMES.binary_search_by(|(known, _)| (*known).cmp(code)).ok();
    let names = place.and_then(|place| NAMES.get(place)).map(|(_, names)| names);
    let here = match language {
        Language::English => 0,
        Language::German => 1,
        Language::French => 2,
        Language::Spanish => 3,
        Language::Japanese => 4,
    };
    let name = names.and_then(|names| names.get(here).copied());
    name.or_else(|| billing::customer::country::name(code)).unwrap_or(code).to_owned()
}

/// By code, for the search above: English, German, French, Spanish, Japanese.
const NAMES: &[(&str, [&str; 5])] = &[
    ("AT", ["Austria", "Österreich", "Autriche", "Austria", "オーストリア"]),
    ("AU", ["Australia", "Australien", "Australie", "Australia", "オーストラリア"]),
    ("BE", ["Belgium", "Belgien", "Belgique", "Bélgica", "ベルギー"]),
    ("BG", ["Bulgaria", "Bulgarien", "Bulgarie", "Bulgaria", "ブルガリア"]),
    ("BR", ["Brazil", "Brasilien", "Brésil", "Brasil", "ブラジル"]),
    ("CA", ["Canada", "Kanada", "Canada", "Canadá", "カナダ"]),
    ("CH", ["Switzerland", "Schweiz", "Suisse", "Suiza", "スイス"]),
    ("CL", ["Chile", "Chile", "Chili", "Chile", "チリ"]),
    ("CN", ["China", "China", "Chine", "China", "中国"]),
    ("CO", ["Colombia", "Kolumbien", "Colombie", "Colombia", "コロンビア"]),
    ("CY", ["Cyprus", "Zypern", "Chypre", "Chipre", "キプロス"]),
    ("CZ", ["Czechia", "Tschechien", "Tchéquie", "Chequia", "チェコ"]),
    ("DE", ["Germany", "Deutschland", "Allemagne", "Alemania", "ドイツ"]),
    ("DK", ["Denmark", "Dänemark", "Danemark", "Dinamarca", "デンマーク"]),
    ("EE", ["Estonia", "Estland", "Estonie", "Estonia", "エストニア"]),
    ("ES", ["Spain", "Spanien", "Espagne", "España", "スペイン"]),
    ("FI", ["Finland", "Finnland", "Finlande", "Finlandia", "フィンランド"]),
    ("FR", ["France", "Frankreich", "France", "Francia", "フランス"]),
    ("GB", ["United Kingdom", "Vereinigtes Königreich", "Royaume-Uni", "Reino Unido", "イギリス"]),
    ("GR", ["Greece", "Griechenland", "Grèce", "Grecia", "ギリシャ"]),
    ("HR", ["Croatia", "Kroatien", "Croatie", "Croacia", "クロアチア"]),
    ("HU", ["Hungary", "Ungarn", "Hongrie", "Hungría", "ハンガリー"]),
    ("IE", ["Ireland", "Irland", "Irlande", "Irlanda", "アイルランド"]),
    ("IL", ["Israel", "Israel", "Israël", "Israel", "イスラエル"]),
    ("IN", ["India", "Indien", "Inde", "India", "インド"]),
    ("IS", ["Iceland", "Island", "Islande", "Islandia", "アイスランド"]),
    ("IT", ["Italy", "Italien", "Italie", "Italia", "イタリア"]),
    ("JP", ["Japan", "Japan", "Japon", "Japón", "日本"]),
    ("KR", ["South Korea", "Südkorea", "Corée du Sud", "Corea del Sur", "韓国"]),
    (
        "LI",
        ["Liechtenstein", "Liechtenstein", "Liechtenstein", "Liechtenstein", "リヒテンシュタイン"],
    ),
    ("LT", ["Lithuania", "Litauen", "Lituanie", "Lituania", "リトアニア"]),
    ("LU", ["Luxembourg", "Luxemburg", "Luxembourg", "Luxemburgo", "ルクセンブルク"]),
    ("LV", ["Latvia", "Lettland", "Lettonie", "Letonia", "ラトビア"]),
    ("MT", ["Malta", "Malta", "Malte", "Malta", "マルタ"]),
    ("MX", ["Mexico", "Mexiko", "Mexique", "México", "メキシコ"]),
    ("NL", ["Netherlands", "Niederlande", "Pays-Bas", "Países Bajos", "オランダ"]),
    ("NO", ["Norway", "Norwegen", "Norvège", "Noruega", "ノルウェー"]),
    ("NZ", ["New Zealand", "Neuseeland", "Nouvelle-Zélande", "Nueva Zelanda", "ニュージーランド"]),
    ("PL", ["Poland", "Polen", "Pologne", "Polonia", "ポーランド"]),
    ("PT", ["Portugal", "Portugal", "Portugal", "Portugal", "ポルトガル"]),
    ("RO", ["Romania", "Rumänien", "Roumanie", "Rumanía", "ルーマニア"]),
    ("SE", ["Sweden", "Schweden", "Suède", "Suecia", "スウェーデン"]),
    ("SG", ["Singapore", "Singapur", "Singapour", "Singapur", "シンガポール"]),
    ("SI", ["Slovenia", "Slowenien", "Slovénie", "Eslovenia", "スロベニア"]),
    ("SK", ["Slovakia", "Slowakei", "Slovaquie", "Eslovaquia", "スロバキア"]),
    ("TW", ["Taiwan", "Taiwan", "Taïwan", "Taiwán", "台湾"]),
    (
        "US",
        ["United States", "Vereinigte Staaten", "États-Unis", "Estados Unidos", "アメリカ合衆国"],
    ),
    ("ZA", ["South Africa", "Südafrika", "Afrique du Sud", "Sudáfrica", "南アフリカ"]),
];
