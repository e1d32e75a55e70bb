/**
 * The answers of the persona Ajuda from the help pages. It quotes a section and links to its page, names the pages where
 * several answer equally well, and says that it does not know where none does. docs/rules.md#help
 */
import { ROLE_NAMES } from '../permissions/role-names.ts'
import type { RoleId } from '../session/session-user.ts'
import { joinAny } from '../text/formats.ts'
import { type HelpHit, type HelpIndex, SURE } from './help-index.ts'
import { type HelpPage, helpLink } from './help-page.ts'
import { HELP_PATH } from './help-path.ts'

export type Finding =
  /** The first hit answers. The others are about something near it. */
  | { readonly kind: 'answer'; readonly hit: HelpHit; readonly near: readonly HelpHit[] }
  /** Several pages answer equally well. */
  | { readonly kind: 'choices'; readonly equal: readonly HelpHit[]; readonly near: readonly HelpHit[] }
  /** A page answers that this role does not get, since it can't open the screen. */
  | { readonly kind: 'others'; readonly page: HelpPage; readonly near: readonly HelpHit[] }
  | { readonly kind: 'unknown'; readonly near: readonly HelpHit[] }

/** Hits that are nearer to the best one than this are as good. */
const AS_GOOD = 0.03
/** By so much a page of other roles must be better. */
const MUCH_BETTER = 0.25
/** Below it a page is not even near. */
const NEAR = 0.3
/** Pages that an answer names besides. */
const MORE = 3

export function findHelp(index: HelpIndex, question: string, role: RoleId): Finding {
  const hits = index.search(question, role).filter(({ score }) => score >= NEAR)
  const [best, ...rest] = hits
  const own = best?.score ?? 0
  const [other] = index.search(question).filter(({ page }) => !page.roles.includes(role))
  if (other !== undefined && other.score >= SURE && other.score > (own < SURE ? 0 : own + MUCH_BETTER))
    return { kind: 'others', page: other.page, near: hits }
  if (best === undefined || own < SURE) return { kind: 'unknown', near: hits }
  const equal = hits.filter(({ score }) => own - score < AS_GOOD)
  return equal.length > 1 ? { kind: 'choices', equal, near: hits } : { kind: 'answer', hit: best, near: rest }
}

export const HELP_UNKNOWN = 'Não sei. As páginas de ajuda não falam disso.'
export const HELP_PERHAPS = 'Talvez você procure:'
const HELP_CHOICES = 'Mais de uma página fala disso. Qual é a sua dúvida?'
const HELP_LIST = `Tente com outras palavras, ou veja a lista em [Ajuda](${HELP_PATH}).`

/** Returns the sentence that names the roles that get the page. It is shown to a user whose role does not get it. */
export function othersWords({ title, roles }: HelpPage): string {
  const who = ROLE_NAMES.filter(({ id }) => roles.includes(id)).map(({ name }) => name)
  return `"${title}" é de outro perfil: ${joinAny(who)}. Peça a alguém com esse perfil.`
}

/** Longest quotation in characters. */
const QUOTED = 900

function quoted(text: string): string {
  const cut = text.length <= QUOTED ? text : `${text.slice(0, text.lastIndexOf('\n', QUOTED))}\n\n…`
  return cut
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}

/** Returns 'Capturar um lead › Capturar sem rede'. */
export const hitWords = ({ page, section }: HelpHit) =>
  section.heading === '' ? page.title : `${page.title} › ${section.heading}`

const choiceLine = (hit: HelpHit) => `- [${hitWords(hit)}](${helpLink(hit.page.slug)})`
const perhaps = (near: readonly HelpHit[]) =>
  near.length === 0 ? [] : [HELP_PERHAPS, near.slice(0, MORE).map(choiceLine).join('\n')]

function answered(hit: HelpHit, near: readonly HelpHit[]): string[] {
  const { page, section } = hit
  const more = near.slice(0, MORE - 1).map((other) => `[${other.page.title}](${helpLink(other.page.slug)})`)
  return [
    `**${hitWords(hit)}**`,
    quoted(section.text),
    `Página: [${page.title}](${helpLink(page.slug)})`,
    ...(more.length === 0 ? [] : [`Veja também: ${more.join(', ')}`]),
  ]
}

function partsOf(finding: Finding): string[] {
  switch (finding.kind) {
    case 'answer':
      return answered(finding.hit, finding.near)
    case 'choices':
      return [HELP_CHOICES, finding.equal.slice(0, MORE).map(choiceLine).join('\n')]
    case 'others':
      return [othersWords(finding.page), ...perhaps(finding.near)]
    case 'unknown':
      return [HELP_UNKNOWN, ...perhaps(finding.near), HELP_LIST]
  }
}

/** Returns the answer for a user of this role as Markdown. */
export const helpAnswer = (index: HelpIndex, question: string, role: RoleId): string =>
  partsOf(findHelp(index, question, role)).join('\n\n')
