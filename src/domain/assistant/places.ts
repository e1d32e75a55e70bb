/**
 * Screens, settings and help sections by the words that people use: the help's questions, the names of the settings, and the few
 * words in WORDS. docs/rules.md#places
 */

import { may } from '../permissions/actions.ts'
import { ROUTES, type RoutePath, routeLabel } from '../permissions/routes.ts'
import type { RoleId } from '../session/session-user.ts'
import { SETTING_SECTIONS } from '../settings/setting-lines.ts'
import { type HelpIndex, SURE } from './help-index.ts'
import { HELP_PATH } from './help-path.ts'
import { termOf, wordsOf } from './portuguese-terms.ts'

export interface Place {
  readonly kind: 'screen' | 'help'
  readonly label: string
  /** What of the screen: a section's name. '' for all of it. */
  readonly detail: string
  readonly path: string
  readonly search: Readonly<Record<string, string>>
}

/** Other words for a screen. Its help has more. */
const WORDS: Readonly<Record<string, string>> = {
  '/hoje': 'fila, dia, agenda, tarefas, retornos',
  '/equipe-hoje': 'time, equipe, atrasados da equipe, produtividade, transferir leads',
  '/': 'quadro, início, leads, painel, home, agendamentos, compromissos',
  '/lead': 'novo lead, cadastrar lead',
  '/users': 'funcionários, corretores, senha de usuário, acesso, login, convite',
  '/clients': 'segurados, cadastro de cliente',
  '/clients/dados-pessoais': 'lgpd, apagar cliente, exportar dados do cliente',
  '/clients/guarda': 'guarda legal, descarte, lgpd',
  '/clientes/repetidos': 'duplicados, juntar clientes, mesclar',
  '/seguros': 'ramos, produtos',
  '/parceiros': 'concessionárias, lojas, empresas',
  '/technical-team': 'time, equipe',
  '/lead-broker-config': 'distribuição, regras de corretor',
  '/importar': 'planilha, excel, csv, trazer dados',
  '/importar-renovacoes': 'renovação, renovações, planilha, apólices a vencer',
  '/canais': 'origem do lead, fluxo',
  '/concorrentes': 'outra corretora',
  '/seguradoras': 'companhias',
  '/modelos-de-mensagem': 'textos prontos whatsapp templates',
  '/relatorios': 'painéis, números',
  '/funnel-charts': 'conversão, gráfico',
  '/relatorio-renovacoes': 'renovação, renovações',
  '/relatorio-perdas': 'perdidos, motivos de perda',
  '/relatorio-ligacoes': 'chamadas, telefonemas',
  '/relatorio-diagnostico': 'metas, meta, desempenho',
  '/relatorio-vendas-quiver': 'comissão, quiver',
  '/relatorio-leads-duplicados': 'repetidos',
  '/chat-bot': 'ia, assistente, robô',
  '/aparelhos': 'tablets, celulares, dispositivos, sessões',
  '/auditoria': 'histórico, quem mudou, log',
  '/privacidade': 'lgpd, titulares, incidentes',
  '/profile': 'perfil, minha conta, senha, trocar senha, foto, pin, digital, segundo fator',
  '/ajuda': 'manual, dúvidas, suporte',
  '/sincronizacao': 'sincronizar, fila de envio, pendências, conflitos, offline',
} satisfies Readonly<Partial<Record<RoutePath, string>>>

interface Section {
  readonly title: string
  readonly names: string
  readonly aba?: 'saude'
}

/** The cards of 'Configurações' by their titles. */
const SECTIONS: readonly Section[] = [
  { title: 'Corretora', names: 'logotipo, logo, nome da corretora, marca' },
  { title: 'Responsável pelos dados', names: 'lgpd, encarregado, dpo, controlador' },
  ...SETTING_SECTIONS.map(({ title, lines }) => ({
    title,
    names: lines.map(({ label }) => label).join(', '),
  })),
  { title: 'Expediente e feriados', names: 'feriado, horário, expediente' },
  { title: 'Integrações', names: 'e-mail, smtp, cep, telefonia, quiver, ia' },
  { title: 'Exportar tudo', names: 'backup, cópia de segurança, exportar, baixar todos os dados' },
  { title: 'E-mails em arquivo', names: 'e-mails não enviados' },
  { title: 'Saúde', names: 'servidor, backup, cópias, disco, certificado, relógio', aba: 'saude' },
]

const SETTINGS_PATH = '/configuracoes'
/** The list of users leads there, under the same name. */
const NEW_ADMINISTRATOR = '/users/administrador'

interface Phrase {
  readonly words: readonly string[]
  /** By word; null for filler. */
  readonly terms: readonly (string | null)[]
  /** How good a hit by it is: a name of the place, a word for it, a question about it. */
  readonly weight: number
}

interface Entry {
  readonly place: Place
  readonly phrases: readonly Phrase[]
}

const NAME = 3
const WORD = 2
const QUESTION = 1

const phrase =
  (weight: number) =>
  (text: string): Phrase => {
    const words = wordsOf(text)
    return { words, terms: words.map(termOf), weight }
  }

const listed = (text: string) => text.split(', ').filter((word) => word !== '')

function entriesFor(role: RoleId, help: HelpIndex | null): Entry[] {
  const pages = help?.pages.filter(({ roles }) => roles.includes(role)) ?? []
  const headings = pages.flatMap(({ sections }) => sections.map(({ heading }) => heading))
  // A heading such as 'Exportar' is on many pages, so it names none of them.
  const nameOf = (title: string, heading: string) =>
    heading === '' || headings.indexOf(heading) !== headings.lastIndexOf(heading)
      ? `${title} ${heading}`
      : heading
  const screens = ROUTES.filter(({ path, action }) => path !== NEW_ADMINISTRATOR && may(action, role)).map(
    ({ path, label }): Entry => {
      const page = pages.find((one) => one.screens.includes(path))
      const questions = page?.sections.flatMap((section) => section.questions) ?? []
      // A page of several screens does not say which of them a question is about.
      const asked = page?.screens.length === 1 ? questions : []
      return {
        place: { kind: 'screen', label: routeLabel(path, role) ?? label, detail: '', path, search: {} },
        phrases: [
          phrase(NAME)(routeLabel(path, role) ?? label),
          // At '/' referrers have another screen.
          ...(path === '/' && !may('board.read', role) ? [] : listed(WORDS[path] ?? '').map(phrase(WORD))),
          ...asked.map(phrase(QUESTION)),
        ],
      }
    },
  )
  const settings = ROUTES.some(({ path, action }) => path === SETTINGS_PATH && may(action, role))
    ? SECTIONS.map(
        ({ title, names, aba }): Entry => ({
          place: {
            kind: 'screen',
            label: title,
            detail: 'Configurações',
            path: SETTINGS_PATH,
            search: aba === undefined ? { secao: title } : { aba },
          },
          phrases: [phrase(NAME)(title), ...listed(names).map(phrase(WORD))],
        }),
      )
    : []
  const sections = pages.flatMap(({ slug, title, sections: parts }) =>
    parts.map(
      ({ heading, questions }): Entry => ({
        place: {
          kind: 'help',
          label: heading === '' ? title : heading,
          detail: heading === '' ? 'Ajuda' : `Ajuda · ${title}`,
          path: HELP_PATH,
          search: { pagina: slug },
        },
        phrases: [phrase(NAME)(nameOf(title, heading)), ...questions.map(phrase(QUESTION))],
      }),
    ),
  )
  return [...screens, ...settings, ...sections]
}

interface Asked {
  readonly word: string
  readonly term: string | null
}

/** How alike two words are: the same in any form, its beginning, another word for it. */
const SAME = 1
const BEGINNING = 0.4
const SYNONYM = 0.2

/** Letters that forms of one word have in common. */
const COMMON = 3

function alike({ word, term }: Asked, other: string, otherTerm: string | null): number {
  if (word === other) return SAME
  if (term !== null && term === otherTerm)
    return word.slice(0, COMMON) === other.slice(0, COMMON) ? SAME : SYNONYM
  return other.startsWith(word) ? BEGINNING : 0
}

/** How well the words are found in the phrase, 0 where one of them is not in it. The last word may be unfinished. */
function scoreOf(asked: readonly Asked[], { words, terms, weight }: Phrase): number {
  const likeness = asked.map((one) =>
    Math.max(0, ...words.map((word, place) => alike(one, word, terms[place] ?? null))),
  )
  const least = Math.min(...likeness)
  if (least === 0) return 0
  const part = asked.length / Math.max(words.length, asked.length)
  // A beginning or a synonym is a guess, whatever it is the name of.
  return (least < SAME ? weight - 1 : weight) + part * least
}

/** A screen comes before the help about it. */
const SCREEN_FIRST = 1.05

interface Places {
  /** The best first. Only what the role may open. */
  readonly find: (text: string) => readonly Place[]
}

/** `help` null: its pages are not loaded yet. */
export function placesFor(role: RoleId, help: HelpIndex | null): Places {
  const entries = entriesFor(role, help)
  return {
    find: (text) => {
      const all = wordsOf(text).map((word) => ({ word, term: termOf(word) }))
      const telling = all.filter(({ term }) => term !== null)
      const asked = telling.length === 0 ? all : telling
      if (asked.length === 0) return []
      const hits = entries.flatMap(({ place, phrases }) => {
        const score = Math.max(...phrases.map((one) => scoreOf(asked, one)))
        return score > 0 ? [{ place, score: place.kind === 'screen' ? score + SCREEN_FIRST : score }] : []
      })
      const best = hits.toSorted((one, other) => other.score - one.score).map(({ place }) => place)
      return best.length > 0 ? best : byQuestion(text, role, help)
    },
  }
}

/** A whole question, as the help's own search finds it. */
const byQuestion = (text: string, role: RoleId, help: HelpIndex | null): Place[] =>
  (help?.search(text, role) ?? [])
    .filter(({ score }) => score >= SURE)
    .map(({ page, section }) => ({
      kind: 'help',
      label: section.heading === '' ? page.title : section.heading,
      detail: section.heading === '' ? 'Ajuda' : `Ajuda · ${page.title}`,
      path: HELP_PATH,
      search: { pagina: page.slug },
    }))
