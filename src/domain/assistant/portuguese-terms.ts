/**
 * What a Portuguese text is looked up by: its words without accents, endings and filler. Questions and help pages go
 * through the same functions, so 'capturei', 'capturas' and 'capturação' meet in 'captur'.
 */
import { foldText } from '../text/fold.ts'

/** Words that say nothing about what is asked. */
const FILLER: ReadonlySet<string> = new Set(
  (
    'a o as os um uma uns umas de do da dos das em no na nos nas por pelo pela pelos pelas para pra pro pras pros com e ' +
    'ou se que qual quais quando quanto quanta quantos quantas qto qtos onde aonde cade como porque pq porq oq q ' +
    'por pois mas posso pode podem podemos poder da dar deu faco fazer faz fazem feito eu meu minha meus minhas seu sua ' +
    'seus suas nosso nossa ele ela eles elas isso isto esse essa esses essas este esta estes estas aquele aquela aqui ai la ' +
    'ao aos ja nao n ne sim ser sao foi era e estar estou to esta ta estao estava ter tem tenho tinha ha houve me te lhe ' +
    'voce voces vc vcs favor ola oi bom boa dia tarde noite ajuda ajudar quero queria quer preciso precisa precisam ' +
    'gostaria saber sei sobre farol sistema funciona funcionam serve significa existe acontece acontecer acontecem ' +
    'aconteceu fica ficar ficam se explique explica diga mostre mostra vou vai vamos consigo consegue conseguir ' +
    'agora entao so mesmo tipo coisa coisas algum alguma alguns quer dizer querem tudo toda todo todos qualquer mais ' +
    'muito la cima outro outra outros outras deve devo assim ate depois antes sem ver vejo veja vendo mostrar direto querer ' +
    'bota botar boto coloca coloco coloquei colocar deixa deixar deixando deixou tento tentei tentar tentando usa usar uso ' +
    'usam usando fiz fez fazendo feita feitas feitos pediu pediram pedir sempre alguem ninguem vez vezes ainda tava tal cada ' +
    'mesma mesmos dele dela deles acho certo jeito hoje ontem amanha dois duas'
  ).split(' '),
)

/** What people say, and the word of the product for it. */
const SAME: ReadonlyMap<string, string> = new Map(
  Object.entries({
    whatsapp: 'zap whats wpp wapp zapzap watsapp',
    rede: 'internet net conexao offline sinal wifi',
    capturar: 'pegar assumir',
    aplicativo: 'app aplicacao',
    concessionaria: 'loja revenda dealer',
    remover: 'apagar excluir deletar delete tirar retirar',
    criar: 'cadastrar cadastro adicionar incluir novo nova',
    entrar: 'logar login logo',
    perfil: 'permissao',
    chave: 'token',
    conferir: 'confiro confira checar',
    enviar: 'mandar manda encaminhar',
    sair: 'saio saida saindo logout deslogar',
    perder: 'perco perca',
    aparelho: 'tablet dispositivo',
    mudar: 'alterar trocar troca editar modificar corrigir',
    relatorio: 'rel relat relatorios',
    planilha: 'excel xlsx csv',
    assistente: 'ia chatbot robo bot chat',
    agendamento: 'retorno compromisso',
    notificacao: 'aviso notificar avisar alerta',
    usuario: 'funcionario colaborador',
    celular: 'cel',
    email: 'mail',
    cartao: 'card',
    observacao: 'obs',
    numero: 'num nro',
  }).flatMap(([word, others]) => others.split(' ').map((other) => [other, word] as const)),
)

/** Plural to singular; the first that fits. */
const PLURALS: readonly (readonly [RegExp, string])[] = [
  [/oes$/, 'ao'],
  [/ais$/, 'al'],
  [/eis$/, 'el'],
  [/([fv])is$/, '$1il'],
  [/([nlz])es$/, '$1'],
  [/res$/, 'r'],
  [/ns$/, 'm'],
  [/([^s])s$/, '$1'],
]

/** Endings of nouns that are made of verbs, and of verbs; the longest first. */
const ENDINGS =
  /(?:izacao|amento|imento|acao|icao|ando|endo|indo|aram|eram|iram|aria|eria|iria|arei|erei|amos|emos|imos|ado|ada|ido|ida|ava|ou|ei|iu|eu|ar|er|ir|am|em)$/

/** 'chaminha' is a 'chama'. */
const SMALL = /(?<=[a-z]{4})z?inh[ao]$/

/** A brokerage is not a broker. */
const KEPT: ReadonlySet<string> = new Set(['corretora'])

/** The shortest root that an ending may leave. */
const LEAST_ROOT = 3

/** Returns the root of a folded word. */
function stem(word: string): string {
  if (word.length <= LEAST_ROOT) return word
  const plural = PLURALS.find(([ending]) => ending.test(word))
  const singular = (plural === undefined ? word : word.replace(...plural)).replace(SMALL, '')
  if (KEPT.has(singular)) return singular
  const root = singular.replace(/mente$/, '').replace(ENDINGS, '')
  const kept = root.length >= LEAST_ROOT ? root : singular
  return kept.length > LEAST_ROOT ? kept.replace(/[aeio]$/, '') : kept
}

/** Returns the folded words of a text. 'e-mail' and 'QR code' are one word each. */
export const wordsOf = (text: string): string[] =>
  foldText(text)
    .replaceAll(/\be-mails?\b/g, 'email')
    .replaceAll(/\bpop-ups?\b/g, 'popup')
    .replaceAll(/\bqr[ -]?codes?\b/g, 'qrcode')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

/** Returns what a word is looked up by; null for filler. */
export function termOf(word: string): string | null {
  if (word.length < 2 || FILLER.has(word)) return null
  return stem(SAME.get(word) ?? SAME_STEM.get(stem(word)) ?? word)
}

/** The same words in their other forms: 'cadastrei'. */
const SAME_STEM: ReadonlyMap<string, string> = new Map([...SAME].map(([other, word]) => [stem(other), word]))
