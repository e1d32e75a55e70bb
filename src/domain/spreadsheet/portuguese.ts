/**
 * How much a word looks like Portuguese, by its letters with accents and what stands beside them. It tells encodings apart:
 * in a wrong one 'José' is 'Jos‚' or 'JosÚ'. Pure. docs/rules.md#letters-of-a-file
 */

/** Words of names, towns and headers. They teach which letters stand beside an accent. */
const WORDS =
  'josé joão antônio sebastião conceição ângela ângelo luís luísa inês mônica márcia márcio patrícia patrício cláudia cláudio ' +
  'vânia vânio tânia sônia lúcia lúcio júlia júlio letícia flávia flávio fábio fábia sérgio rogério cícero caíque thaís laís raíssa ' +
  'zoé noé moisés andré renê estêvão damião romão simão aparecida césar célia célio débora hélio hélia inácio ítalo jéssica ' +
  'antônia bárbara camélia cássia cássio dário dóris eugênio eugênia fátima gérson glória otávio otávia róbson rômulo sílvia ' +
  'sílvio tarcísio tércio valdívia valéria valério vinícius virgínia verônica zélia áurea álvaro érica éder édson élcio ênio ' +
  'ícaro íris ísis óscar úrsula mário mária natália eulália emília amália cecília otília ofélia amélia adélia aurélio cornélio ' +
  'brandão peçanha gonçalves araújo galvão leão falcão assunção magalhães guimarães simões conceição mendonça frança bragança ' +
  'valença sá paixão frazão jordão aragão câmara estácio muniz cordeiro caçula esperança lourenço proença palhaço moraes morães ' +
  'pádua páscoa áureo caldeirão capitão beltrão gusmão salomão durão aleixão serrão trajano quintão abraão brás tomás matias ' +
  'garcês menês cortês galdêncio prudêncio fulgêncio inocêncio crescêncio laurêncio vidência vicência florêncio clemência ' +
  'terêncio hortência anunciação encarnação ressurreição purificação ascensão consolação apresentação graça alcântara ' +
  'são paulo goiânia brasília belém maceió florianópolis cuiabá vitória uberlândia ribeirão maringá niterói guarujá taubaté ' +
  'jundiaí santarém macapá paraná ceará piauí maranhão goiás pará espírito rondônia amapá criciúma chapecó itajaí camaçari ' +
  'jaboatão mossoró açailândia araçatuba avaré tatuí jaú poços três corações sabará guaçuí araújos alagoinhas açu iguaçu ' +
  'igaraçu cachoeiro itapetininga vitória conquista jequié ilhéus eunápolis paulínia americana hortolândia sumaré limeira ' +
  'petrópolis teresópolis anápolis divinópolis rondonópolis sinop várzea tangará dourados corumbá aquidauana foz ' +
  'guarapuava cascavel toledo umuarama paranaguá joinville palhoça içara tubarão lajeado santiago ijuí bagé gravataí canoas ' +
  'viamão alvorada esteio sapiranga camaquã canguçu pelotas jaguarão uruguaiana itaqui são josé campos caçapava mogi guaçu ' +
  'mirim votuporanga fernandópolis andradina birigui penápolis assis ourinhos marília lençóis tupã adamantina ' +
  'muriaé viçosa ubá caratinga timóteo ipatinga araxá patrocínio paracatu unaí januária ' +
  'apólice código número endereço município vigência início término prêmio comissão situação observações observação cônjuge ' +
  'óbito criação indicação concessionária concessionárias veículo emissão família câmbio única único período crédito débito cartão ' +
  'aniversário usuário responsável próprio praça cômodo térreo água não até já só também você avô avó pêssego mês ' +
  'após inclusão exclusão endosso renovação cotação cobrança parcelas serviço serviços preço operação condição condições ' +
  'negócio negócios médico médica público pública comércio indústria farmácia distribuição importação exportação construção ' +
  'construções soluções representações locação administração educação associação fundação união nações irmãos irmã mãe mães ' +
  'pães cães pão mão mãos chão órgão órfão bênção história memória área áreas édito êxito índice ótica ônibus último últimos ' +
  'última alô avenida travessa rodovia alameda estância fazenda jardim distância frequência ausência agência ciência ' +
  'residência referência previdência providência competência validade saúde baú país raízes juízo prejuízo ruído ' +
  'à às àquele àquela há lá cá pé fé café chalé você bebê nenê robô maiô ' +
  'vencimento título técnico técnica eletrônico eletrônica mecânica básico básica automóvel imóvel móvel móveis ' +
  'fácil difícil possível disponível cliente corretor prazo exceção máquina máquinas caminhão ação ações coração opção ' +
  'promoção produção proteção sócio sócia padrão razão região versão pensão missão sessão questão gestão cessão ' +
  'muçulmano lição maçã maçãs ímã amanhã manhã lã rã hortelã anã cristã alemã alemão bênçãos põe põem dispõe limões leões ' +
  'cordões tostões calções canção trança balança cabeça doença sentença lenço ' +
  'caçador cagaço braço açougue laços maço aço almoço poço moço pescoço força março terço berço calça alça ' +
  'pâmela tâmara câncer lâmina lâmpada ângulo âncora sândalo gâmbia bânia stéfany estéfano stênio gênese gênio ' +
  'hérica hélder kátia kássia nádia nélia nélson nívea níveo ônix ozéas pérola péricles quésia quitéria regência rúbia rúben ' +
  'sávio sóstenes tâmisa teófilo théo tiê tônia ulísses válter vílson vítor wália wellíngton xênia yeda záira zênite zózimo'

const EDGE = '^'
const beside = new Set<string>()
const before = new Set<string>()
const after = new Set<string>()

const isPlain = (sign: string) => sign < '\u0080'

const known = new Set(WORDS.split(' '))
for (const word of known) {
  const signs = [EDGE, ...Array.from(word), EDGE]
  for (const [place, sign] of signs.entries()) {
    if (isPlain(sign)) continue
    beside.add(`${signs[place - 1]}${sign}${signs[place + 1]}`)
    before.add(`${signs[place - 1]}${sign}`)
    after.add(`${sign}${signs[place + 1]}`)
  }
}

const PORTUGUESE = /[áàâãéêíóôõúç]/u
/** In names of immigrants, and in old Portuguese. */
const OTHER_NAMES = /[ñöäëèïü]/u
const LETTER = /\p{L}/u
const UPPER_LETTER = /\p{Lu}/u
const LOWER_LETTER = /\p{Ll}/u
/** Signs that texts have apart from words, or at their edges. */
const USUAL_SIGN = /[ªº°²³–—•…€§½´’‘“”«»®©™·£±×]/u
const AT_EDGES = /[ªº°²³’‘“”«»®™–—•]/u

const SCORE = {
  word: 2,
  known: 2.5,
  oneSide: 0.5,
  letter: 0.5,
  otherName: 0,
  foreign: -1.5,
  odd: -1.5,
} as const

/** What Portuguese never has beside these letters. */
function isOdd(sign: string, previous: string, next: string): boolean {
  if (sign === 'ç') return previous === EDGE || !'aouãáâõóôúíi'.includes(next)
  if (sign === 'ã') return !`oesizn${EDGE}`.includes(next)
  if (sign === 'õ') return next !== 'e'
  return sign === 'à' && previous !== EDGE
}

function letterScore(sign: string, previous: string, next: string): number {
  if (OTHER_NAMES.test(sign)) return SCORE.otherName
  if (!PORTUGUESE.test(sign)) return SCORE.foreign
  if (beside.has(`${previous}${sign}${next}`)) return SCORE.known
  const sides = Number(before.has(`${previous}${sign}`)) + Number(after.has(`${sign}${next}`))
  return SCORE.letter + sides * SCORE.oneSide + (isOdd(sign, previous, next) ? SCORE.odd : 0)
}

function signScore(sign: string, previous: string, next: string): number {
  if (sign === '\ufffd') return -6
  if (sign < '\u00a0') return -6
  const inWord = [previous, next].filter((each) => LETTER.test(each)).length
  if (sign === '\u00a0') return inWord === 0 ? 0 : -1
  if (!USUAL_SIGN.test(sign)) return inWord === 0 ? -2 : -4
  if (inWord === 0) return 0
  if (!AT_EDGES.test(sign)) return -3
  // 'd’Ávila' has one between letters, and quotation marks stand at the edges of a word.
  return inWord === 1 ? -0.5 : sign === '’' && /[dt]/u.test(previous) ? 0 : -2
}

/** A capital after a small letter, or a small one among capitals, where one of both has an accent. */
function caseScore(signs: readonly string[]): number {
  let score = 0
  for (const [place, sign] of signs.entries()) {
    const previous = signs[place - 1] ?? ''
    if (isPlain(sign) && isPlain(previous)) continue
    if (LOWER_LETTER.test(previous) && UPPER_LETTER.test(sign)) score -= 2
    else if (UPPER_LETTER.test(previous) && LOWER_LETTER.test(sign) && place > 1) score -= 2
  }
  return score
}

/** Above 0 for a word that looks like Portuguese, below 0 for one that does not; 0 without signs beyond ASCII. */
export function likeness(word: string): number {
  const signs = Array.from(word)
  const small = Array.from(word.toLowerCase())
  const edge = (place: number) => (LETTER.test(small[place] ?? '') ? (small[place] ?? EDGE) : EDGE)
  const scores = small.map((sign, place) => {
    if (isPlain(sign)) return 0
    return LETTER.test(sign) && !'ªº'.includes(sign)
      ? letterScore(sign, edge(place - 1), edge(place + 1))
      : signScore(sign, small[place - 1] ?? '', small[place + 1] ?? '')
  })
  const isKnown = known.has(small.join(''))
  return scores.reduce((sum, score) => sum + score, 0) + caseScore(signs) + (isKnown ? SCORE.word : 0)
}
