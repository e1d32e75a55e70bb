/** The stores of files that the same tests run on: a folder, and a bucket of an S3 service that a test starts. */
import { mkdtemp, utimes } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { FileStore } from '../../../server/base/file-store.ts'
import { bucketStore } from '../../../server/integrations/files/bucket-store.ts'
import { DISK, folderStore } from '../../../server/integrations/files/folder-store.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { startWholeObjects } from './whole-objects.ts'

export interface StoreUnderTest {
  /** By which a server uses it. */
  readonly environment: Readonly<Record<string, string>>
  readonly store: FileStore
  /** The same store, whose saves break off in the middle of the bytes. */
  readonly torn: FileStore
  setModified(path: string, ms: number): Promise<void>
  close(): Promise<void>
}

export type OpenFileStore = () => Promise<StoreUnderTest>

async function openFolder(): Promise<StoreUnderTest> {
  const dir = await mkdtemp(join(tmpdir(), 'farol-files-'))
  const store = folderStore(dir)
  const torn = folderStore(dir, {
    ...DISK,
    open: async (path, flags) => {
      const file = await DISK.open(path, flags)
      if (flags === 'r') return file
      // The process ends while it writes: nothing cleans up.
      file.writeFile = async () => {
        await file.write('half of it')
        throw new Error('torn')
      }
      return file
    },
    remove: async () => {},
  })
  return {
    environment: { FILES_DIR: dir },
    store,
    torn,
    setModified: (path, ms) => utimes(join(dir, path), ms / 1000, ms / 1000),
    close: () => removeFolder(dir),
  }
}

const BUCKET = 'farol-arquivos'
const PREFIX = 'producao/pdf'

/** Passes connections on, and breaks each off after so many bytes of the caller. */
async function startCutter(to: number, bytes: number) {
  const open = new Set<Socket>()
  const server = createServer((caller) => {
    const service = connect(to, '127.0.0.1')
    let passed = 0
    for (const socket of [caller, service]) {
      open.add(socket)
      // A cut connection ends with an error at both ends.
      socket.on('error', () => {})
    }
    service.pipe(caller)
    caller.on('data', (chunk: Buffer) => {
      passed += chunk.length
      service.write(chunk.subarray(0, Math.max(0, bytes - (passed - chunk.length))))
      if (passed < bytes) return
      caller.destroy()
      service.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    stop: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** More than the headers of a request, less than a torn file. */
const CUT_AFTER = 8 * 1024

/** It has the fake's key and secret. It takes a list's signature for wrong, so by default it checks none. */
export async function startS3(checksSignatures = false) {
  const directory = await mkdtemp(join(tmpdir(), 'farol-bucket-'))
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER'
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER'
  const fake = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    allowMismatchedSignatures: !checksSignatures,
    configureBuckets: [{ name: BUCKET }],
  })
  const { port } = await fake.run()
  const whole = await startWholeObjects(port)
  return {
    directory,
    port: whole.port,
    stop: async () => {
      await whole.stop()
      await fake.close()
      await removeFolder(directory)
    },
  }
}

export const bucketAt = (port: number) =>
  bucketStore({ bucket: BUCKET, prefix: `${PREFIX}/`, endpoint: `http://127.0.0.1:${port}`, region: null })

async function openBucket(): Promise<StoreUnderTest> {
  const service = await startS3()
  const cutter = await startCutter(service.port, CUT_AFTER)
  const endpoint = encodeURIComponent(`http://127.0.0.1:${service.port}`)
  return {
    environment: { FILES_URL: `s3://${BUCKET}/${PREFIX}?endpoint=${endpoint}` },
    store: bucketAt(service.port),
    torn: bucketAt(cutter.port),
    setModified: (path, ms) =>
      utimes(join(service.directory, BUCKET, PREFIX, `${path}._S3rver_object`), ms / 1000, ms / 1000),
    close: async () => {
      await cutter.stop()
      await service.stop()
    },
  }
}

export const FILE_STORES: readonly (readonly [name: string, open: OpenFileStore])[] = [
  ['a folder', openFolder],
  ['a bucket', openBucket],
]
