/**
 * Finds the mails in files that name a person. It runs before the erasure, since the person's data is needed to find
 * them. No one receives such a file, so every one with a mention is removed, and a file that cannot be read, too.
 * docs/rules.md#mail-files
 */
import { foldText } from '../../../src/domain/text/fold.ts'
import type { AppContext } from '../../context/app-context.ts'
import { mailFiles, removeMailFiles } from '../../mail/mail-files.ts'
import { mailTexts } from '../../mail/mail-text.ts'
import { erasedAt } from '../../queries/erasures.ts'
import { personOf } from './person.ts'

/** The text of a pattern of `ilike`, as it is searched for. */
const textOf = (pattern: string) => foldText(pattern.slice(1, -1).replaceAll(/\\([\\%_])/g, '$1'))

/** null: a damaged sheet cannot be searched and may contain any person. */
async function textOfMail(message: Buffer): Promise<string | null> {
  try {
    return foldText(await mailTexts(message))
  } catch {
    return null
  }
}

export interface MailSearch {
  /** The files that name the person. */
  readonly names: readonly string[]
  /** Removes the files that name the person and were written since the search. Call it after the commit. */
  readonly removeLater: () => Promise<void>
}

const NOTHING: MailSearch = { names: [], removeLater: () => Promise.resolve() }

/** null: the client's data is erased, so the files that name the client can no longer be found. */
async function textsOf({ store: { db } }: AppContext, clientUid: string): Promise<string[] | null> {
  if ((await erasedAt(db, clientUid)) !== null) return null
  const { names, documents, contacts } = (await personOf(db, clientUid)).mentions
  return [...names, ...documents, ...contacts].map(textOf)
}

const isAbout = (text: string | null, texts: readonly string[]) =>
  text === null || texts.some((each) => text.includes(each))

/** Searches for several clients at once, and reads each file once. */
export async function searchMailFiles(
  context: AppContext,
  clientUids: readonly string[],
): Promise<(clientUid: string) => MailSearch> {
  const persons: { uid: string; texts: readonly string[]; names: string[] }[] = []
  for (const uid of clientUids) {
    const texts = await textsOf(context, uid)
    if (texts !== null) persons.push({ uid, texts, names: [] })
  }
  const seen = new Set<string>()
  if (persons.length > 0)
    for await (const { name, message, key } of mailFiles(context, seen)) {
      const text = await textOfMail(message)
      for (const { texts, names } of persons) if (isAbout(text, texts)) names.push(name)
      seen.add(key)
    }
  const searches = new Map(
    persons.map(({ uid, texts, names }): [string, MailSearch] => [
      uid,
      { names, removeLater: () => removeSince(context, texts, seen) },
    ]),
  )
  return (uid) => searches.get(uid) ?? NOTHING
}

async function removeSince(
  context: AppContext,
  texts: readonly string[],
  seen: ReadonlySet<string>,
): Promise<void> {
  const later: string[] = []
  for await (const { name, message } of mailFiles(context, seen))
    if (isAbout(await textOfMail(message), texts)) later.push(name)
  if (later.length > 0) await removeMailFiles(context, later)
}
