/**
 * The chain of a lead's history: how a link follows from the one before, and what does not hold. The database writes the links
 * (migration 0047); the server, the command and the page without login check them by this module. docs/rules.md#chain
 */
import { z } from 'zod'
import type { Sha256 } from '../signed/signature.ts'

/** 'found': the entry was there before the chain was. */
export const LINK_KINDS = ['added', 'found', 'changed', 'removed'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

/** Why Farol changes or removes an entry. 'unknown': Farol has no such act. */
export const LINK_CAUSES = ['erasure', 'mention', 'message', 'merge_undo', 'import_undo', 'unknown'] as const
export type LinkCause = (typeof LINK_CAUSES)[number]

/** What is public of an entry. Instants in UTC with microseconds. */
export const entryFactsSchema = z.strictObject({
  entry: z.number().int(),
  command: z.string(),
  user: z.number().int().nullable(),
  device: z.string().nullable(),
  occurred_at: z.string(),
  received_at: z.string(),
})
export type EntryFacts = z.infer<typeof entryFactsSchema>

/** What a link says, whose text is hashed. */
export const saidSchema = entryFactsSchema.extend({
  kind: z.enum(LINK_KINDS),
  cause: z.enum(LINK_CAUSES).nullable(),
  /** When the link was written. */
  at: z.string(),
})
export type Said = z.infer<typeof saidSchema>

export interface Link {
  readonly seq: number
  readonly said: string
  /** null: what it sealed is stored no more, and nobody can find it out from the seal. */
  readonly salt: string | null
  readonly commitment: string
  readonly hash: string
}

export interface Head {
  readonly seq: number
  readonly hash: string
}

/** An entry as it is now. */
export interface PresentEntry {
  /** null: nothing beside the links tells them. */
  readonly facts: EntryFacts | null
  readonly content: string
}

export const BREAK_KINDS = [
  'begun',
  'order',
  'link',
  'head',
  'content',
  'facts',
  'missing',
  'extra',
  'undeclared',
  'anchored',
  'anchor',
  'anchors_file',
  'restored_unknown',
  'restored',
] as const
export type BreakKind = (typeof BREAK_KINDS)[number]

/** What does not hold. 0: of no single link, or of no single entry. */
export interface Break {
  readonly kind: BreakKind
  readonly seq: number
  readonly entry: number
}

/** Before its first link a chain is the lead itself. */
export const originOf = (sha: Sha256, leadUid: string) => sha(leadUid)

/** The seal of an entry's content; that of an entry that is gone is the same for all. */
export const commitmentOf = (sha: Sha256, salt: string | null, content: string | null) =>
  sha(salt === null || content === null ? '' : `${salt} ${content}`)

export const hashAfter = (
  sha: Sha256,
  before: string,
  { said, commitment }: Pick<Link, 'said' | 'commitment'>,
) => sha(`${before} ${said} ${commitment}`)

/** null: it is no link of Farol. */
export function saidOf({ said }: Pick<Link, 'said'>): Said | null {
  try {
    return saidSchema.safeParse(JSON.parse(said)).data ?? null
  } catch {
    // The text is no JSON.
    return null
  }
}

/** The last link of each entry that is not removed. */
export function standingLinks(links: readonly Link[]): ReadonlyMap<number, Link> {
  const standing = new Map<number, Link>()
  for (const link of links) {
    const said = saidOf(link)
    if (said === null) continue
    if (said.kind === 'removed') standing.delete(said.entry)
    else standing.set(said.entry, link)
  }
  return standing
}

interface Chain {
  readonly leadUid: string
  readonly links: readonly Link[]
  readonly head: Head
}

/** What does not hold among the links themselves, in their order. After a wrong link the next ones are judged by its own hash. */
async function linkBreaks(sha: Sha256, { leadUid, links, head }: Chain): Promise<Break[]> {
  const breaks: Break[] = []
  let before = await originOf(sha, leadUid)
  for (const [at, link] of links.entries()) {
    const said = saidOf(link)
    const tell = (kind: BreakKind) => breaks.push({ kind, seq: link.seq, entry: said?.entry ?? 0 })
    if (link.seq !== at + 1) {
      tell('order')
      return breaks
    }
    if (said === null || (await hashAfter(sha, before, link)) !== link.hash) tell('link')
    if (said?.cause === 'unknown') tell('undeclared')
    before = link.hash
  }
  if (head.seq !== links.length || head.hash !== before)
    breaks.push({ kind: 'head', seq: head.seq, entry: 0 })
  return breaks
}

const sameFacts = (said: Said, facts: EntryFacts) =>
  said.command === facts.command &&
  said.user === facts.user &&
  said.device === facts.device &&
  said.occurred_at === facts.occurred_at &&
  said.received_at === facts.received_at

/** What does not hold between the links and the entries. */
async function entryBreaks(
  sha: Sha256,
  links: readonly Link[],
  present: ReadonlyMap<number, PresentEntry>,
): Promise<Break[]> {
  const breaks: Break[] = []
  const standing = standingLinks(links)
  for (const [entry, link] of standing) {
    const now = present.get(entry)
    const said = saidOf(link)
    const tell = (kind: BreakKind) => breaks.push({ kind, seq: link.seq, entry })
    if (now === undefined) {
      tell('missing')
      continue
    }
    if (said !== null && now.facts !== null && !sameFacts(said, now.facts)) tell('facts')
    if (link.salt === null || (await commitmentOf(sha, link.salt, now.content)) !== link.commitment)
      tell('content')
  }
  for (const entry of present.keys()) if (!standing.has(entry)) breaks.push({ kind: 'extra', seq: 0, entry })
  return breaks
}

/** Returns what does not hold; nothing: the history is the one that was written. `present` has its entries by number. */
export async function chainBreaks(
  sha: Sha256,
  chain: Chain,
  present: ReadonlyMap<number, PresentEntry>,
): Promise<Break[]> {
  return [...(await linkBreaks(sha, chain)), ...(await entryBreaks(sha, chain.links, present))]
}
