/** The words of a header by their stems: 'Dt. Venc.' and 'Data de vencimento' are the same. docs/rules.md#spreadsheets */
import { foldText } from '../text/fold.ts'

export interface HeaderWords {
  readonly words: readonly string[]
  /** An abbreviation in it may be short for something else: 'Prop.' is proposta, proponente or proprietário. */
  readonly unsure: boolean
}

const SMALL_WORDS = new Set(
  'de da do das dos o a as os ao e ou of the dd mm aa aaaa yy yyyy ddmmaaaa'.split(' '),
)

const listed = (lines: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    lines.flatMap((line) => {
      const [word = '', forms = ''] = line.split(': ')
      return forms.split(' ').map((form) => [form, word] as const)
    }),
  )

/** What a form is short for, or another form of. */
const STEMS = listed([
  'agencia: ag agenc',
  'anterior: ant anter anteriores antiga renovada',
  'apolice: apol apolic apolices policy',
  'beneficiario: benef beneficiaria',
  'celular: cel celul celulares mobile cell cellphone celphone',
  'cidade: cid city',
  'cliente: cli clientes client customer',
  'codigo: cod cd code',
  'comissao: comis comiss comissoes commission comission',
  'complemento: compl complem',
  'condutor: condutora motorista',
  'congenere: cong congen',
  'corretor: corr corret broker',
  'data: dt dta dat date',
  'documento: doc docto docum documentos document',
  'email: mail emails',
  'emissao: emis emiss emitida emitido',
  'estipulante: estip',
  'fim: fin final term termin termino finaliza',
  'grupo: grp',
  'hierarquico: hier hierarq hierarquica hierarquia',
  'inicio: ini inic inicial start',
  'municipio: mun munic',
  'nascimento: nasc nascto nascim nascido birth',
  'nome: name nm',
  'numero: nro nr num number n nbr numer',
  'pagamento: pag pagto pgto pgt',
  'parcela: parc parcel parcelas prest prestac prestacao prestacoes',
  'premio: prem',
  'produtor: produtora',
  'proprietario: proprietaria',
  'residencial: res resid residenc',
  'responsavel: resp respons',
  'segurado: segurada segurados',
  'seguradora: segdora seguradoras',
  'situacao: sit situac',
  'telefone: tel telef telefones fone fones fon phone phones',
  'ultimo: ult ultima',
  'valor: vlr vl',
  'vencimento: venc vencto vcto vct vencim vencimentos vence expira expiracao expiry expiration',
  'vendedor: vendedora',
  'vigencia: vig vigenc vigencias',
  'whatsapp: whats zap wpp wapp',
])

/** Words that software writes in one: 'dtfimvig', 'nomecliente'. */
const SHORT = new Set(['dt', 'nr', 'nm', 'cd', 'rg'])
const GLUED = new Set(
  [...STEMS.keys(), ...STEMS.values(), ...SHORT, 'cpf', 'cnpj'].filter(
    (word) => word.length > 2 || SHORT.has(word),
  ),
)

const LONGEST_GLUED = 40

/** Returns the words of which a form is glued; null for one that is not. */
function gluedWords(form: string): readonly string[] | null {
  if (GLUED.has(form)) return [form]
  if (form.length > LONGEST_GLUED) return null
  for (let length = form.length - 2; length > 1; length--) {
    const rest = GLUED.has(form.slice(0, length)) ? gluedWords(form.slice(length)) : null
    if (rest !== null) return [form.slice(0, length), ...rest]
  }
  return null
}

/** Abbreviations that are short for several things, by the likeliest. */
const UNSURE = listed([
  'comissao: com',
  'condutor: cond',
  'endereco: end',
  'produtor: prod',
  'proposta: prop',
  'vendedor: vend',
])

/** 'Seg.' is seguro, seguradora or segurado, by the word before it. */
const BEFORE_INSURANCE = new Set(['tipo', 'ramo', 'vencimento', 'fim', 'produto', 'vigencia', 'inicio'])

interface Place {
  readonly before: string | undefined
  readonly next: string | undefined
}

function unsureOf(form: string, { before, next }: Place): string | undefined {
  if (form === 'seg') {
    if (before === 'cia' || before === 'companhia') return 'seguradora'
    return before !== undefined && BEFORE_INSURANCE.has(before) ? 'seguro' : 'segurado'
  }
  // Alone, and as the first word, it is a colour.
  if (form === 'cor') return before === undefined ? undefined : 'corretor'
  // 'End date', 'policy end' and 'end of validity' are English.
  if (form === 'end' && (before !== undefined || /^(?:date|time|of|validity)$/u.test(next ?? '')))
    return undefined
  if (form === 'prod' && before === undefined && next === undefined) return 'produto'
  return UNSURE.get(form)
}

/** 'dtVenc', 'CPFCliente'. */
const HUMPS = /(?<=[a-zà-ÿ])(?=[A-ZÀ-Ý])|(?<=[A-ZÀ-Ý]{2})(?=[A-ZÀ-Ý][a-zà-ÿ]{2})/gu

function formsOf(header: string): string[] {
  const spaced = header
    .replaceAll(HUMPS, ' ')
    .replaceAll(/[º°ª]/g, ' ')
    .replaceAll('%', ' percentual ')
    .replaceAll('#', ' numero ')
    .replaceAll(/R\$/giu, ' reais ')
  const plain = foldText(spaced)
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .replaceAll(/\be mail\b/g, 'email')
    .replaceAll(/\bwhats app\b/g, 'whatsapp')
    .replace(/^ ?no (?=.)/, 'numero ')
    .trim()
  return plain === '' ? [] : plain.split(' ').flatMap((form) => gluedWords(form) ?? form)
}

/** The first line of a file may be anything. */
const LONGEST_HEADER = 200

/** The words in their order, each once. */
export function headerWords(header: string): HeaderWords {
  const words: string[] = []
  let unsure = false
  const forms = formsOf(header.slice(0, LONGEST_HEADER))
  for (const [place, form] of forms.entries()) {
    if (SMALL_WORDS.has(form)) continue
    const guessed = unsureOf(form, { before: words.at(-1), next: forms[place + 1] })
    unsure ||= guessed !== undefined
    const word = guessed ?? STEMS.get(form) ?? form
    if (!words.includes(word)) words.push(word)
  }
  return { words, unsure }
}
