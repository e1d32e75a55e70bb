/**
 * The head of the page without login: title and Open Graph tags for the previews of WhatsApp and others, whose crawlers
 * run no script. docs/rules.md#link-of-an-inviter
 */
import {
  externalLink,
  firstName,
  INVITATION_TITLE,
  invitationSummary,
  invitationTitle,
} from '../../src/domain/indication/words.ts'
import { escapedHtml } from '../base/escaped-html.ts'
import type { AppContext } from '../context/app-context.ts'
import { presentedBrokerage, unreadBrokerage } from '../mail/brokerage.ts'
import { readSettings } from '../queries/settings.ts'
import { inviterOfCode } from './links.ts'

type PageContext = Pick<AppContext, 'store' | 'config' | 'now'>

interface Visit {
  /** Of the call: `server/context/origin.ts`. */
  readonly origin: string
  /** As the address has it; null: nothing is to be looked up for this caller. */
  readonly code: string | null
}

/** In `public`: 1200 × 630, as previews are drawn. */
const PICTURE = '/indicacao.jpg'

const meta = (attribute: 'name' | 'property', key: string, content: string) =>
  `<meta ${attribute}="${key}" content="${escapedHtml(content)}" />`

/**
 * Returns the lines. A code without an inviter gets the same lines without a name; null also without the brokerage's.
 */
async function headOf(context: PageContext, { origin, code }: Visit): Promise<string> {
  const found = code === null ? null : await inviterOfCode(context, code)
  const { name, logo } =
    code === null
      ? unreadBrokerage(context)
      : presentedBrokerage(context, await readSettings(context.store.db))
  const title = found === null ? INVITATION_TITLE : invitationTitle(firstName(found.user.name))
  const summary = invitationSummary(name)
  const picture = logo === null ? { path: PICTURE, width: '1200', height: '630' } : { path: logo }
  return [
    `<title>${escapedHtml(title)}</title>`,
    meta('name', 'description', summary),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:locale', 'pt_BR'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', summary),
    ...(name === null ? [] : [meta('property', 'og:site_name', name)]),
    ...(found === null ? [] : [meta('property', 'og:url', externalLink(origin, found.link.code))]),
    meta('property', 'og:image', `${origin}${picture.path}`),
    ...(picture.width === undefined
      ? []
      : [
          meta('property', 'og:image:width', picture.width),
          meta('property', 'og:image:height', picture.height),
        ]),
    meta('name', 'twitter:card', logo === null ? 'summary_large_image' : 'summary'),
  ].join('\n    ')
}

const TITLE = /<title>[^<]*<\/title>/

/** Returns the built page with the head of this visit in place of its title. */
export async function pageWithHead(context: PageContext, page: string, visit: Visit): Promise<string> {
  const head = await headOf(context, visit)
  return page.replace(TITLE, () => head)
}
