/** The help pages of docs/ajuda: what a file contains, and who gets it. docs/rules.md#help */
import { may } from '../permissions/actions.ts'
import { EVERYONE } from '../permissions/roles.ts'
import { normalizedPath, ROUTES } from '../permissions/routes.ts'
import type { RoleId } from '../session/session-user.ts'
import { HELP_PATH } from './help-path.ts'

export interface HelpSection {
  /** '' for the text above the first heading. */
  readonly heading: string
  /** Markdown. */
  readonly text: string
  /** How people ask for it, from the page's head. */
  readonly questions: readonly string[]
}

export interface HelpPage {
  /** Name of its file, and in its address. */
  readonly slug: string
  readonly title: string
  /** Its part of the list of pages. */
  readonly group: string
  /** Paths of the screens that it explains. */
  readonly screens: readonly string[]
  /** Who gets it: those who may open one of its screens. */
  readonly roles: readonly RoleId[]
  /** Its first paragraph. */
  readonly summary: string
  /** Markdown without the title. */
  readonly body: string
  readonly sections: readonly HelpSection[]
}

export const helpLink = (slug: string) => `${HELP_PATH}?pagina=${slug}`

/** Parts the head of a file, between two lines of '---', from its Markdown. */
function parted(file: string): { readonly head: string; readonly markdown: string } {
  const found = /^---\n(.*?)\n---\n(.*)$/s.exec(file)
  return { head: found?.[1] ?? '', markdown: found?.[2] ?? file }
}

const words = (text: string) => text.split(' ').filter((word) => word !== '')

/** A question names its section behind the arrow; without one it asks for the page's beginning. */
function questionOf(line: string): { readonly question: string; readonly heading: string } {
  const [question = '', heading = ''] = line.slice(2).split(' → ')
  return { question: question.trim(), heading: heading.trim() }
}

function headOf(head: string) {
  const lines = head.split('\n')
  const value = (name: string) => lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1)
  return {
    group: value('grupo')?.trim() ?? '',
    screens: words(value('telas') ?? ''),
    roles: words(value('perfis') ?? '').map(Number),
    questions: lines.filter((line) => line.startsWith('- ')).map(questionOf),
  }
}

/**
 * Returns the roles that get the page: the ones named in its head, or all. If the page names screens, only roles that
 * may open one of them.
 */
function rolesOf(named: readonly number[], screens: readonly string[]): RoleId[] {
  const routes = ROUTES.filter(({ path }) => screens.includes(path))
  return EVERYONE.filter(
    (role) =>
      (named.length === 0 || named.includes(role)) &&
      (screens.length === 0 || routes.some(({ action }) => may(action, role))),
  )
}

/** The pages by the order of their files' names: '03-captura.md'. */
export function parsePage(fileName: string, file: string): HelpPage {
  const { head, markdown } = parted(file)
  const { group, screens, roles, questions } = headOf(head)
  const [first = '', ...rest] = markdown.trim().split('\n')
  const body = rest.join('\n').trim()
  const sections = body.split(/^## /m).map((part, place) => {
    const [top = '', ...lines] = part.split('\n')
    const heading = place === 0 ? '' : top.trim()
    return {
      heading,
      text: (place === 0 ? part : lines.join('\n')).trim(),
      questions: questions.filter((asked) => asked.heading === heading).map(({ question }) => question),
    }
  })
  return {
    slug: fileName.replace(/^\d+-/, '').replace(/\.md$/, ''),
    title: first.replace(/^#\s*/, '').trim(),
    group,
    screens,
    roles: rolesOf(roles, screens),
    summary: sections[0]?.text.split('\n\n')[0] ?? '',
    body,
    sections: sections.filter(({ text }) => text !== ''),
  }
}

/** Returns the pages that a role gets, in their order. */
export const pagesFor = (pages: readonly HelpPage[], role: RoleId): HelpPage[] =>
  pages.filter(({ roles }) => roles.includes(role))

/** Returns the page about a screen for a user of this role; null for an unknown screen. */
export const pageOfScreen = (pages: readonly HelpPage[], path: string, role: RoleId): HelpPage | null =>
  pages.find(({ screens, roles }) => screens.includes(normalizedPath(path)) && roles.includes(role)) ?? null
