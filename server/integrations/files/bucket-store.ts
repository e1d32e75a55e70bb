/**
 * Stores files as objects of a bucket, in Amazon S3 or a service that speaks its protocol. One request puts one object
 * whole: a service keeps nothing of a request that breaks off, and readers see the earlier object until the new one is
 * complete. Key and secret come from where the SDK looks: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, or the
 * machine's role.
 */

import { Readable } from 'node:stream'
import type { ListObjectsV2CommandOutput, S3Client } from '@aws-sdk/client-s3'
import { type FileStore, FilesUnavailable } from '../../base/file-store.ts'
import type { BucketConfig } from '../../base/settings/integrations.ts'
import { REVOCATIONS } from '../../db/revocations/file.ts'

/** Milliseconds of a connection's start, of silence on it, and of a whole try. */
const LIMITS = {
  connectionTimeout: 5000,
  socketTimeout: 30_000,
  requestTimeout: 120_000,
  throwOnRequestTimeout: true,
}
/** Network errors, throttling and errors of the service are tried again, with pauses. */
const TRIES = 3
/** Services other than Amazon know any region by this name. */
const USUAL_REGION = 'us-east-1'

/** Loading the SDK takes half a second and 35 MB: only a server with a bucket does. */
const load = () => import('@aws-sdk/client-s3')

const isMissing = (error: unknown) => error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name)

/** Refusals too, such as of a wrong key or bucket: the server's log has them as the cause. */
async function reached<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (error) {
    throw new FilesUnavailable('the bucket did not take or give the file', { cause: error })
  }
}

export function bucketStore({ bucket, prefix, endpoint, region }: BucketConfig): FileStore {
  let client: Promise<S3Client> | null = null

  async function connect(): Promise<S3Client> {
    const { S3Client } = await load()
    return new S3Client({
      maxAttempts: TRIES,
      requestHandler: LIMITS,
      ...(region === null ? {} : { region }),
      // Such services seldom have a name for each bucket.
      ...(endpoint === null ? {} : { endpoint, forcePathStyle: true, region: region ?? USUAL_REGION }),
    })
  }

  const connected = () => {
    client ??= connect()
    return client
  }
  const objectOf = (path: string) => ({ Bucket: bucket, Key: prefix + path })

  async function put(path: string, bytes: Uint8Array): Promise<void> {
    const { PutObjectCommand } = await load()
    const object = { ...objectOf(path), Body: bytes, ContentLength: bytes.length }
    await (await connected()).send(new PutObjectCommand(object))
  }

  async function get(path: string, range?: string, signal?: AbortSignal): Promise<Readable | null> {
    const { GetObjectCommand } = await load()
    try {
      const object = { ...objectOf(path), ...(range === undefined ? {} : { Range: range }) }
      const asked = new GetObjectCommand(object)
      const { Body } = await (await connected()).send(
        asked,
        signal === undefined ? {} : { abortSignal: signal },
      )
      if (!(Body instanceof Readable)) throw new Error('an object without a stream')
      return Body
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  async function drop(path: string): Promise<void> {
    const { DeleteObjectCommand } = await load()
    await (await connected()).send(new DeleteObjectCommand(objectOf(path)))
  }

  async function page(token: string | undefined): Promise<ListObjectsV2CommandOutput> {
    const { ListObjectsV2Command } = await load()
    const asked = {
      Bucket: bucket,
      Prefix: prefix,
      ...(token === undefined ? {} : { ContinuationToken: token }),
    }
    return (await connected()).send(new ListObjectsV2Command(asked))
  }

  return {
    save: (path, bytes) => reached(put(path, bytes)),
    open: (path, range, signal) =>
      reached(get(path, range === undefined ? undefined : `bytes=${range.start}-${range.end}`, signal)),
    remove: (path) => reached(drop(path)),
    list: async function* () {
      // The server's own copy beside the files is none of them.
      const aside = `${prefix}${REVOCATIONS}/`
      let token: string | undefined
      do {
        const { Contents = [], NextContinuationToken } = await reached(page(token))
        for (const { Key, LastModified } of Contents)
          if (Key !== undefined && !Key.startsWith(aside) && LastModified !== undefined)
            yield { path: Key.slice(prefix.length), modifiedMs: LastModified.getTime() }
        token = NextContinuationToken
      } while (token !== undefined)
    },
  }
}
