/** What each store of files promises, and the copy of one into another. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text as streamText } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../../server/base/config.ts'
import { type FileStore, FilesUnavailable } from '../../../server/base/file-store.ts'
import { bucketStore } from '../../../server/integrations/files/bucket-store.ts'
import { moveFiles } from '../../../server/integrations/files/move-files.ts'
import { bucketAt, FILE_STORES, type StoreUnderTest, startS3 } from '../support/file-stores.ts'
import { startPeer } from '../support/peer.ts'

const PATH = '0a/019a-1.pdf'
const text = (words: string) => Buffer.from(words)
const read = async (store: FileStore, path: string, range?: { start: number; end: number }) => {
  const file = await store.open(path, range)
  return file === null ? null : (await buffer(file)).toString('latin1')
}
const pathsOf = async (store: FileStore) => {
  const paths: string[] = []
  for await (const { path } of store.list()) paths.push(path)
  return paths.sort()
}
/** Larger than what any connection holds back. */
const LARGE = randomBytes(2 * 1024 * 1024)

describe.each(FILE_STORES)('%s', (_name, open) => {
  let kept: StoreUnderTest
  let store: FileStore
  beforeEach(async () => {
    kept = await open()
    store = kept.store
  })
  afterEach(() => kept.close())

  test('an empty one has nothing', async () => {
    expect(await pathsOf(store)).toEqual([])
    expect(await store.open(PATH)).toBeNull()
    await store.remove(PATH)
  })

  test('gives back what it took, whole or in part, until it is removed', async () => {
    await store.save(PATH, text('0123456789'))
    await store.save('0b/empty.pdf', new Uint8Array())
    expect(await read(store, PATH)).toBe('0123456789')
    expect(await read(store, PATH, { start: 0, end: 1 })).toBe('01')
    expect(await read(store, PATH, { start: 3, end: 9 })).toBe('3456789')
    expect(await read(store, '0b/empty.pdf')).toBe('')
    expect(await pathsOf(store)).toEqual([PATH, '0b/empty.pdf'])
    await store.remove(PATH)
    expect(await store.open(PATH)).toBeNull()
    expect(await store.open(PATH, { start: 0, end: 1 })).toBeNull()
    expect(await pathsOf(store)).toEqual(['0b/empty.pdf'])
  })

  test('lists many files with their times', async () => {
    const before = Date.now() - 2000
    const paths = Array.from({ length: 300 }, (_, at) => `${String(at % 10).padStart(2, '0')}/f${at}.pdf`)
    for (let at = 0; at < paths.length; at += 50)
      await Promise.all(paths.slice(at, at + 50).map((path) => store.save(path, text(path))))
    expect(await pathsOf(store)).toEqual(paths.toSorted())
    for await (const { modifiedMs } of store.list()) {
      expect(modifiedMs).toBeGreaterThan(before)
      expect(modifiedMs).toBeLessThan(Date.now() + 2000)
    }
  }, 60_000)

  test('a save that is torn leaves no part to a reader, and the earlier file stays', async () => {
    await expect(kept.torn.save(PATH, LARGE)).rejects.toThrow()
    expect(await store.open(PATH)).toBeNull()
    await store.save(PATH, text('earlier'))
    await expect(kept.torn.save(PATH, LARGE)).rejects.toThrow()
    expect(await read(store, PATH)).toBe('earlier')
    // What may lie there is known by its name, and the sweep finds it.
    expect((await pathsOf(store)).filter((path) => path !== PATH && !path.endsWith('.part'))).toEqual([])
  })

  test('saves of one path at once leave one of them whole, and readers never see another', async () => {
    const versions = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(300_000))
    await store.save(PATH, text(versions[0] ?? ''))
    const seen: (string | null)[] = []
    let isOver = false
    const reading = (async () => {
      while (!isOver) seen.push(await read(store, PATH))
    })()
    for (let round = 0; round < 5; round++)
      await Promise.all(versions.map((version) => store.save(PATH, text(version))))
    isOver = true
    await reading
    expect(seen.length).toBeGreaterThan(0)
    for (const version of [...seen, await read(store, PATH)]) expect(versions).toContain(version)
    expect(await pathsOf(store)).toEqual([PATH])
  })

  test('large bytes of any kind come back the same', async () => {
    await store.save(PATH, LARGE)
    const file = await store.open(PATH)
    expect(file !== null && (await buffer(file)).equals(LARGE)).toBe(true)
  })
})

describe('a bucket', () => {
  test('keeps to its prefix', async () => {
    const [, open] = FILE_STORES[1] ?? []
    const kept = await open?.()
    if (kept === undefined) throw new Error('no bucket')
    const { endpoint = null } = readConfig(kept.environment).integrations.filesBucket ?? {}
    const other = bucketStore({ bucket: 'farol-arquivos', prefix: '', endpoint, region: null })
    await other.save('outra/coisa.txt', text('x'))
    await kept.store.save(PATH, text('y'))
    expect(await pathsOf(kept.store)).toEqual([PATH])
    expect(await pathsOf(other)).toEqual(['outra/coisa.txt', `producao/pdf/${PATH}`])
    await kept.close()
  })

  test('that does not fit one answer is listed page by page', async () => {
    const page = (keys: readonly string[], next: string | null) =>
      `<ListBucketResult>${keys
        .map(
          (key) =>
            `<Contents><Key>p/${key}</Key><LastModified>2026-11-20T10:00:00.000Z</LastModified></Contents>`,
        )
        .join('')}<IsTruncated>${next !== null}</IsTruncated>${
        next === null ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`
      }</ListBucketResult>`
    const tokens: (string | null)[] = []
    const service = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://service')
      const token = searchParams.get('continuation-token')
      tokens.push(token)
      response.writeHead(200, { 'content-type': 'application/xml' })
      response.end(token === null ? page(['0a/1.pdf', '0a/2.pdf'], 'tok/en=') : page(['0b/3.pdf'], null))
    })
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    const { port } = service.address() as AddressInfo
    const endpoint = `http://127.0.0.1:${port}`
    const store = bucketStore({ bucket: 'b', prefix: 'p/', endpoint, region: 'sa-east-1' })
    expect(await pathsOf(store)).toEqual(['0a/1.pdf', '0a/2.pdf', '0b/3.pdf'])
    expect(tokens).toEqual([null, 'tok/en='])
    service.closeAllConnections()
    await new Promise((resolve) => service.close(resolve))
  })

  test('signs its calls', async () => {
    const service = await startS3(true)
    const store = bucketAt(service.port)
    await store.save(PATH, text('0123456789'))
    expect(await read(store, PATH, { start: 2, end: 3 })).toBe('23')
    await store.remove(PATH)
    expect(await store.open(PATH)).toBeNull()
    const secret = process.env.AWS_SECRET_ACCESS_KEY
    process.env.AWS_SECRET_ACCESS_KEY = 'another'
    await expect(bucketAt(service.port).save(PATH, text('x'))).rejects.toThrow(FilesUnavailable)
    process.env.AWS_SECRET_ACCESS_KEY = secret
    await service.stop()
  })

  test.each([
    [{ status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }],
    [{ status: 404, body: '<Error><Code>NoSuchBucket</Code></Error>' }],
    [{ status: 500, body: 'no XML' }],
    [{ status: 503, body: '<Error><Code>SlowDown</Code></Error>' }],
  ])('%j is reported as a storage that does not answer', async (answer) => {
    const peer = await startPeer()
    peer.answer = { type: 'application/xml', ...answer }
    const store = bucketStore({ bucket: 'b', prefix: '', endpoint: peer.url, region: null })
    await expect(store.save(PATH, text('x'))).rejects.toThrow(FilesUnavailable)
    await expect(store.open(PATH)).rejects.toThrow(FilesUnavailable)
    await expect(pathsOf(store)).rejects.toThrow(FilesUnavailable)
    await peer.stop()
    await expect(store.open(PATH)).rejects.toThrow(FilesUnavailable)
  }, 60_000)
})

describe('the copy into a bucket', () => {
  let [folder, bucket]: StoreUnderTest[] = []
  beforeEach(async () => {
    ;[folder, bucket] = await Promise.all(FILE_STORES.map(([, open]) => open()))
    return async () => {
      await folder?.close()
      await bucket?.close()
    }
  })
  const stores = () => {
    if (folder === undefined || bucket === undefined) throw new Error('no stores')
    return { from: folder.store, to: bucket.store, torn: { from: folder.torn, to: bucket.torn } }
  }

  test('counts and compares; a second time it copies what is new or differs', async () => {
    const { from, to, torn } = stores()
    const paths = Array.from({ length: 25 }, (_, at) => `0${at % 3}/f${at}.pdf`)
    for (const path of paths) await from.save(path, text(`file ${path}`))
    await expect(torn.from.save('0a/broken.pdf', LARGE)).rejects.toThrow()
    const noted: string[] = []
    const first = await moveFiles(from, to, (path) => noted.push(path))
    const bytes = paths.reduce((sum, path) => sum + `file ${path}`.length, 0)
    expect(first).toEqual({ copied: 25, present: 0, bytes, remains: 1, failed: [] })
    expect(noted.sort()).toEqual(paths.toSorted())
    expect(await pathsOf(to)).toEqual(paths.toSorted())
    for (const path of paths) expect(await read(to, path)).toBe(`file ${path}`)

    await from.save('0a/new.pdf', text('new'))
    await to.save(paths[0] ?? '', text('something else'))
    expect(await moveFiles(from, to)).toMatchObject({ copied: 2, present: 24, failed: [] })
    expect(await read(to, paths[0] ?? '')).toBe(`file ${paths[0]}`)
    expect(await pathsOf(from)).toHaveLength(27)
  })

  test('a file that does not arrive, or arrives differently, is named, and the others are copied', async () => {
    const { from, to, torn } = stores()
    await from.save('0a/large.pdf', LARGE)
    await from.save('0a/small.pdf', text('small'))
    expect(await moveFiles(from, torn.to)).toMatchObject({ copied: 1, failed: ['0a/large.pdf'] })
    expect(await pathsOf(to)).toEqual(['0a/small.pdf'])
    const wrong = { ...to, save: (path: string) => to.save(path, text('other bytes')) }
    expect(await moveFiles(from, wrong)).toMatchObject({ copied: 0, present: 1, failed: ['0a/large.pdf'] })
    expect(await moveFiles(from, to)).toMatchObject({ copied: 1, present: 1, failed: [] })
  }, 60_000)
})

const SCRIPT = fileURLToPath(new URL('../../../server/files-move.ts', import.meta.url))

async function runMove(environment: Record<string, string>) {
  const env = {
    PATH: process.env.PATH,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    ...environment,
  }
  const child = spawn(process.execPath, [SCRIPT], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [said, failed] = await Promise.all([streamText(child.stdout), streamText(child.stderr)])
  return { code: await ended, said: said.trim().split('\n'), failed: failed.trim() }
}

describe('npm run files:move', () => {
  test('says what it copied, and again that all is there', async () => {
    const [folder, bucket] = await Promise.all(FILE_STORES.map(([, open]) => open()))
    if (folder === undefined || bucket === undefined) throw new Error('no stores')
    const environment = { ...folder.environment, ...bucket.environment }
    expect((await runMove(environment)).failed).toMatch(
      /^Os arquivos não foram copiados: não há arquivos em /,
    )
    await folder.store.save('0a/1.pdf', LARGE)
    await folder.store.save('0b/2.pdf', LARGE)
    expect(await runMove(environment)).toEqual({
      code: 0,
      said: [
        '2 arquivos conferidos (4 MB): 2 copiados agora, 0 já estavam lá.',
        'Tudo igual nos dois lugares. A pasta não foi mudada.',
      ],
      failed: '',
    })
    expect((await runMove(environment)).said[0]).toContain('0 copiados agora, 2 já estavam lá')
    expect(await pathsOf(bucket.store)).toEqual(['0a/1.pdf', '0b/2.pdf'])
    await bucket.close()
    const { code, said } = await runMove(environment)
    expect([code, said.slice(-2)]).toEqual([1, ['  0a/1.pdf', '  0b/2.pdf']])
    await folder.close()
  })

  test('without a bucket it names the variable', async () => {
    const { code, failed } = await runMove({})
    expect([code, failed]).toEqual([1, expect.stringContaining('FILES_URL')])
  })
})

describe('FILES_URL', () => {
  test.each([
    ['s3://balde', { bucket: 'balde', prefix: '', endpoint: null, region: null }],
    ['s3://balde/', { bucket: 'balde', prefix: '', endpoint: null, region: null }],
    [
      's3://balde/a/b/?region=sa-east-1&endpoint=https%3A%2F%2Fminio%3A9000',
      { bucket: 'balde', prefix: 'a/b/', endpoint: 'https://minio:9000', region: 'sa-east-1' },
    ],
  ])('%s is a bucket', (url, expected) => {
    expect(readConfig({ FILES_URL: url }).integrations.filesBucket).toEqual(expected)
  })

  test.each([
    'https://balde',
    's3://',
    's3://key:secret@balde',
    's3://balde?secret=x',
    's3://balde?endpoint=minio',
    's3://balde/a%zz',
  ])('%s is refused', (url) => {
    expect(() => readConfig({ FILES_URL: url })).toThrow('FILES_URL precisa ter a forma s3://')
  })
})
