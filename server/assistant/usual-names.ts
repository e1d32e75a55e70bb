/** Usual first names and surnames, as part of a pattern: what people write in small letters is a name by them alone. docs/rules.md#assistant */

const FIRST_NAMES: readonly string[] = [
  'adriana adriano alex alexandre alice aline amanda ana anderson andre andreia angela antonia antonio aparecida',
  'arthur artur beatriz benedito bernardo bianca bruna bruno caio camila carla carlos cecilia celia cicero',
  'claudia claudio cristiane cristina daniel daniela daniele danilo davi debora denise diego douglas edna edson',
  'eduardo elaine eliane emanuel enzo everton fabiana fabio fatima felipe fernanda fernando flavio francisca',
  'francisco gabriel gabriela geraldo gilberto guilherme gustavo heitor helena heloisa henrique hugo igor isabel',
  'isabela ivone jaqueline jeferson jefferson jessica joana joao joaquim jorge jose josefa julia juliana julio',
  'larissa laura leandro leonardo leticia lorena luana lucas lucia luciana luciano luis luiz luzia manoel manuel',
  'manuela marcelo marcia marcio marcos margarida maria mariana mario marlene marta mateus matheus mauricio',
  'michele milena milton moacir monica murilo natalia neide nelson neusa nicolas osvaldo otavio patricia paulo',
  'pedro priscila rafael rafaela raimunda raimundo raquel regina renata renato ricardo rita roberto robson',
  'rodrigo rogerio ronaldo rosa rosana rosangela sabrina samuel sandra sandro sebastiao sergio silvia simone',
  'sofia sonia tatiana teresa tereza terezinha thiago tiago vagner valdir valentina vanessa vera victor vinicius',
  'vitor vitoria viviane wagner wellington zilda',
]

const SURNAMES: readonly string[] = [
  'aguiar almeida alves amaral andrade araujo assis azevedo barbosa barros bastos batista bezerra borges braga',
  'brito campos cardoso carvalho castro cavalcante cavalcanti coelho correa correia costa couto cruz cunha dias',
  'duarte farias fernandes ferreira figueiredo fonseca franco freitas furtado gomes goncalves guimaraes lacerda',
  'leite lima lopes macedo machado magalhaes marques martins medeiros mello melo mendes miranda monteiro moraes',
  'morais moreira moura nascimento neves nogueira nunes oliveira pacheco paiva peixoto pereira pimentel pinto',
  'pires prado queiroz ramos reis resende rezende ribeiro rocha rodrigues sampaio santana santos silva siqueira',
  'soares sousa souza tavares teixeira toledo torres vasconcelos viana vieira xavier',
]

const ACCENTED: Readonly<Record<string, string>> = {
  a: 'aáâã',
  c: 'cç',
  e: 'eéê',
  i: 'ií',
  o: 'oóôõ',
  u: 'uú',
}

/** 'jo[aáâã]o': with and without its accents. */
const inAnyWriting = (lines: readonly string[]): string =>
  lines
    .join(' ')
    .replaceAll(/[aceiou]/g, (letter) => `[${ACCENTED[letter] ?? letter}]`)
    .replaceAll(' ', '|')

const FIRST = inAnyWriting(FIRST_NAMES)
const SURNAME = inAnyWriting(SURNAMES)
const BLANK = String.raw`\s{1,3}`
/** What follows 'da' and the like without being a name: 'maria da loja'. */
const PLACES =
  'loja|empresa|oficina|padaria|seguradora|concession|banco|filh|rua|casa|trabalho|cliente|espos|marid|sogr|vizinh|carro|escrit|financ|sala'
const FURTHER = String.raw`(?:(?:d[aeo]s?${BLANK}(?!${PLACES})\p{L}{3,20}|(?:e${BLANK})?(?:${FIRST}|${SURNAME}))(?!\p{L}))`

/** A usual first name, or any word before a usual surname, with the words of a name behind it. */
export const USUAL_NAME = String.raw`(?:(?:${FIRST})(?!\p{L})|\p{L}{3,20}(?=${BLANK}(?:d[aeo]s?${BLANK})?(?:${SURNAME})(?!\p{L})))(?:${BLANK}${FURTHER}){0,4}`
