/** A lead's dossier, read in one transaction that also writes the audit. docs/rules.md#dossier */
import { sql } from 'kysely'
import { saidOf, standingLinks } from '../../src/domain/dossier/chain.ts'
import {
  DOSSIER_FORMAT,
  type Dossier,
  type DossierBody,
  signedText,
} from '../../src/domain/dossier/dossier.ts'
import { contentOf } from '../../src/domain/dossier/dossier-lines.ts'
import type { AppContext } from '../context/app-context.ts'
import { notFound } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import { presentedBrokerage } from '../mail/brokerage.ts'
import { readSettings } from '../queries/settings.ts'
import { audit } from '../records/audit.ts'
import { type ChainRow, presentOf, readChains } from './read-chain.ts'
import { pathTo } from './trees.ts'

interface Asked {
  readonly lead: { readonly uid: string; readonly id: number }
  readonly user: { readonly id: number; readonly name: string }
  /** In which form it leaves. */
  readonly form: 'json' | 'pdf'
}

/** The content goes with the last link of its entry, whose seal it opens. */
function linksOf(chain: ChainRow): DossierBody['links'] {
  const present = presentOf(chain)
  const standing = standingLinks(chain.links)
  return chain.links.map((link) => {
    const entry = saidOf(link)?.entry ?? 0
    return { ...link, content: standing.get(entry) === link ? (present.get(entry)?.content ?? null) : null }
  })
}

/** Fields whose values are numbers of these lists. */
const LISTS = {
  users: ['broker_id', 'inviter_id'],
  channels: ['channel_id'],
  insurances: ['insurance_id'],
  partners: ['partner_id'],
} as const
type List = keyof typeof LISTS

/** Only those that the dossier names by their numbers. */
async function namesIn(tx: Tx, links: DossierBody['links']): Promise<DossierBody['names']> {
  const contents = links.map(contentOf).filter((content) => content !== null)
  const authors = links.flatMap((link) => saidOf(link)?.user ?? [])
  const read = async (list: List) => {
    const numbers = contents.flatMap((content) =>
      LISTS[list].flatMap((field) => [content[field]?.before, content[field]?.after]),
    )
    const ids = [...numbers, ...(list === 'users' ? authors : [])].filter((id) => typeof id === 'number')
    if (ids.length === 0) return []
    return tx
      .selectFrom(list)
      .select(['id', 'name'])
      .where('id', 'in', [...new Set(ids)])
      .orderBy('id')
      .execute()
  }
  return {
    users: await read('users'),
    channels: await read('channels'),
    insurances: await read('insurances'),
    partners: await read('partners'),
  }
}

async function anchorOf(tx: Tx, { lead_uid: leadUid, anchored }: ChainRow): Promise<DossierBody['anchor']> {
  if (anchored === null) return null
  const anchor = await tx
    .selectFrom('history_anchors')
    .select(['n', 'said', 'hash', 'signature'])
    .where('n', '=', anchored.n)
    .executeTakeFirst()
  const path = await pathTo(tx, anchored.n, leadUid)
  const { seq, hash } = anchored
  return anchor === undefined || path === null ? null : { anchor, leaf: { seq, hash }, path }
}

/** Throws Refusal `not_found` for a lead that is gone. */
export function makeDossier(context: AppContext, { lead, user, form }: Asked): Promise<Dossier> {
  return context.store.db.transaction().execute(async (tx) => {
    await sql`select history_begin(${lead.uid}::uuid, '{}')`.execute(tx)
    const [chain] = await readChains(tx, sql`select ${lead.uid}::uuid as uid`)
    if (chain === undefined || chain.head === null) throw notFound()
    const links = linksOf(chain)
    const body: DossierBody = {
      format: DOSSIER_FORMAT,
      version: 1,
      brokerage: presentedBrokerage(context, await readSettings(tx)).name ?? '',
      lead,
      made_at: new Date(context.now()).toISOString(),
      made_by: { id: user.id, name: user.name },
      names: await namesIn(tx, links),
      links,
      head: chain.head,
      anchor: await anchorOf(tx, chain),
    }
    await audit(tx, {
      user,
      action: 'export',
      entity: 'leads',
      id: lead.id,
      before: null,
      after: { form, links: links.length, head: chain.head.hash },
    })
    const signer = context.deviceSecrets?.history ?? null
    const signature = signer === null ? null : { key: signer.publicKey, value: signer.sign(signedText(body)) }
    return { ...body, signature }
  })
}
