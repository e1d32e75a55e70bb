/** The copy of the file in the bucket of FILES_URL, where there is one: a lost disk takes the file with it. */
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { Config } from '../base/config.ts'
import type { FileStore } from '../base/file-store.ts'
import { type BucketConfig } from '../base/settings/integrations.ts'
import { REVOCATIONS, type RevocationsFile } from '../db/revocations/file.ts'
import { type Kept, keptIn, together } from '../db/revocations/lines.ts'
import { bucketStore } from '../integrations/files/bucket-store.ts'

const placeOf = (bucket: BucketConfig): FileStore =>
  bucketStore({ ...bucket, prefix: `${bucket.prefix}${REVOCATIONS}/` })

/** null: there is no bucket. */
export const mirrorOf = ({
  integrations: { filesBucket },
}: Pick<Config, 'integrations'>): FileStore | null => (filesBucket === null ? null : placeOf(filesBucket))

/** Each file has an object of its own: several servers may write to one bucket. */
export async function mirror(file: RevocationsFile, place: FileStore, installation: string): Promise<void> {
  const { begun } = await file.read(installation)
  if (begun === null) return
  await place.save(`${installation}-${Date.parse(begun)}.jsonl`, await readFile(file.path))
}

/** What all files of the installation said; null: the bucket has none. */
export async function mirrored(place: FileStore, installation: string): Promise<Kept | null> {
  let kept: Kept | null = null
  for await (const { path } of place.list()) {
    if (!path.startsWith(installation)) continue
    const object = await place.open(path)
    if (object === null) continue
    const found = keptIn(await text(object), installation)
    kept = kept === null ? found : together(kept, found)
  }
  return kept
}
