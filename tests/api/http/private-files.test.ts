/** Stored files are readable by the server's own user alone, also those that an earlier version or a copy left open. */
import { chmod, lstat, mkdir, mkdtemp, readdir, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { closeOwnFiles, takeFromOthers } from '../../../server/base/private-files.ts'
import { lockDataDir } from '../../../server/db/data-dir-lock.ts'
import { folderStore } from '../../../server/integrations/files/folder-store.ts'
import { startProcess } from '../../faults/support/server-process.ts'
import { removeFolder } from '../../support/remove-folder.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farol-private-'))
})
afterEach(() => removeFolder(folder))

/** Creates a path as an earlier version left it: readable by everybody. */
async function leaveOpen(path: string, text: string | null = null): Promise<string> {
  if (text === null) await mkdir(path, { recursive: true })
  else await writeFile(path, text)
  await chmod(path, text === null ? 0o755 : 0o644)
  return path
}

/** Paths in a folder that other users may read, write or enter. */
async function openIn(root: string): Promise<string[]> {
  const names = await readdir(root, { recursive: true })
  const modes = await Promise.all(
    ['', ...names].map(async (name) => ({ name, mode: (await lstat(join(root, name))).mode })),
  )
  return modes.filter(({ mode }) => (mode & 0o077) !== 0).map(({ name }) => name)
}

const modeOf = async (path: string) => (await lstat(path)).mode & 0o777

describe.skipIf(process.platform === 'win32')('files of the server', () => {
  test('a start closes DATA_DIR and FILES_DIR to others, with existing and new files', {
    timeout: 180_000,
  }, async () => {
    const [data, files] = [join(folder, 'data'), join(folder, 'files')]
    await leaveOpen(data)
    await leaveOpen(join(data, 'mail'))
    await leaveOpen(join(data, 'mail', 'first.eml'), 'Subject: …')
    await leaveOpen(join(files, '0a'))
    await leaveOpen(join(files, '0a', 'old.pdf'), '%PDF')
    await chmod(files, 0o755)
    const server = await startProcess({ DATA_DIR: data, FILES_DIR: files })
    await server.stop()
    expect((await readdir(data)).sort()).toEqual([
      'device-keys.key',
      'farol.lock',
      'mail',
      'pglite',
      'revocations',
    ])
    expect([...(await openIn(data)), ...(await openIn(files))]).toEqual([])
  })

  test("a folder with other content is named and keeps its rights; only Farol's files are closed", async () => {
    const data = await leaveOpen(join(folder, 'data'))
    const mine = ['pglite', 'pglite/base', 'mail', 'files', 'files/0a']
    for (const name of mine) await leaveOpen(join(data, name))
    const files = ['farol.pid', 'pglite/base/1', 'mail/first.eml', 'files/0a/old.pdf']
    for (const name of files) await leaveOpen(join(data, name), 'text')
    await leaveOpen(join(data, 'src'))
    await leaveOpen(join(data, 'src', 'main.ts'), 'not ours')
    await leaveOpen(join(data, 'README.md'), 'not ours')
    await leaveOpen(join(data, 'files', 'notes'))
    const closed = await closeOwnFiles({ dataDir: data, filesDir: join(data, 'files') })
    expect(closed).toEqual({ left: [], shared: [data, join(data, 'files')] })
    expect((await openIn(data)).sort()).toEqual([
      '',
      'README.md',
      'files',
      'files/notes',
      'src',
      'src/main.ts',
    ])
  })

  test('one folder for both settings is closed, whatever path below it has the files', async () => {
    const data = await leaveOpen(join(folder, 'data'))
    for (const name of ['pglite', 'lost+found', 'ab']) await leaveOpen(join(data, name))
    expect(await closeOwnFiles({ dataDir: data, filesDir: data })).toEqual({ left: [], shared: [] })
    expect(await modeOf(data)).toBe(0o700)
    await removeFolder(join(data, 'ab'))
    await leaveOpen(join(data, 'kept', 'pdfs', '0A'))
    await chmod(data, 0o755)
    const filesDir = join(data, 'kept', 'pdfs')
    expect(await closeOwnFiles({ dataDir: data, filesDir })).toEqual({ left: [], shared: [] })
    expect([await modeOf(data), await modeOf(join(filesDir, '0A'))]).toEqual([0o700, 0o700])
  })

  test('a start does not read through the uploads of a closed folder', async () => {
    const part = await leaveOpen(join(folder, 'files', '0a'))
    const pdf = await leaveOpen(join(part, 'old.pdf'), '%PDF')
    await chmod(part, 0o700)
    const places = { dataDir: join(folder, 'nowhere'), filesDir: join(folder, 'files') }
    expect(await closeOwnFiles(places)).toEqual({ left: [], shared: [] })
    expect(await modeOf(pdf)).toBe(0o644)
    await chmod(part, 0o750)
    await closeOwnFiles(places)
    expect([await modeOf(pdf), await modeOf(part)]).toEqual([0o600, 0o700])
  })

  test("a file keeps its owner's rights, and a folder can still be entered", async () => {
    const program = await leaveOpen(join(folder, 'program'), '#!/bin/sh')
    await chmod(program, 0o755)
    const text = await leaveOpen(join(folder, 'text'), 'text')
    const inner = await leaveOpen(join(folder, 'inner'))
    expect(takeFromOthers([folder])).toEqual([])
    expect([await modeOf(program), await modeOf(text), await modeOf(inner)]).toEqual([0o700, 0o600, 0o700])
  })

  test('no path outside changes: a link is not followed, unless it is the folder itself', async () => {
    const outside = await leaveOpen(join(folder, 'outside'), 'not ours')
    await leaveOpen(join(folder, 'data'))
    await symlink(outside, join(folder, 'data', 'link'))
    await symlink(join(folder, 'data'), join(folder, 'linked-data'))
    expect(takeFromOthers([join(folder, 'linked-data'), join(folder, 'nowhere')])).toEqual([])
    expect([await modeOf(join(folder, 'data')), await modeOf(outside)]).toEqual([0o700, 0o644])
  })

  test('a private path costs no change, and a path that cannot be changed is named', async () => {
    const theirs = await leaveOpen(join(folder, 'theirs'), 'of another user')
    await writeFile(join(folder, 'ours'), 'ours', { mode: 0o600 })
    const asked: string[] = []
    const refuse = (path: string) => {
      asked.push(path)
      throw Object.assign(new Error('not permitted'), { code: 'EPERM' })
    }
    expect(takeFromOthers([folder, join(folder, 'theirs')], refuse)).toEqual([theirs])
    expect(asked).toEqual([theirs])
  })

  test('folder, pid file and uploads are private whatever the umask of the process', async () => {
    const unlock = await lockDataDir(join(folder, 'data'))
    await folderStore(join(folder, 'files')).save('0a/new.pdf', new Uint8Array([37]))
    expect([...(await openIn(join(folder, 'data'))), ...(await openIn(join(folder, 'files')))]).toEqual([])
    await unlock()
  })
})
