/**
 * Finds the mails in files that name a person, before its data is erased by which they are found. Nobody receives such
 * a file, so any mention is one too many, and a file that cannot be read goes too. docs/rules.md#mail-files
 */
import { foldText } from '../../../src/domain/board/fold.ts'
import type { AppContext } from '../../app-context.ts'
import { mailFileNames, readMailFile } from '../../mail/mail-files.ts'
import { mailTexts } from '../../mail/mail-text.ts'
import { erasedAt } from '../../queries/erasures.ts'
import { personOf } from './person.ts'

/** The text of a pattern of `ilike`, as it is searched for. */
const textOf = (pattern: string) => foldText(pattern.slice(1, -1).replaceAll(/\\([\\%_])/g, '$1'))

async function mentions(message: Buffer, texts: readonly string[]): Promise<boolean> {
  try {
    const text = foldText(await mailTexts(message))
    return texts.some((each) => text.includes(each))
  } catch {
    // A damaged sheet may hide the person.
    return true
  }
}

/** Returns the names of the files. None for a client without data: nothing tells them any more. */
export async function mailFilesAbout(context: AppContext, clientUid: string): Promise<string[]> {
  const { db } = context.store
  if ((await erasedAt(db, clientUid)) !== null) return []
  const { names, documents, contacts } = (await personOf(db, clientUid)).mentions
  const texts = [...names, ...documents, ...contacts].map(textOf)
  const about: string[] = []
  for (const name of await mailFileNames(context)) {
    const message = await readMailFile(context, name)
    if (message !== null && (await mentions(message, texts))) about.push(name)
  }
  return about
}
