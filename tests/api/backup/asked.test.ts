/** The socket by which a command reaches the server that holds the embedded database. */
import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answerRequests, askForBackup } from '../../../server/backup/asked.ts'
import { BackupRefused } from '../../../server/backup/refused.ts'
import { removeFolder } from '../../support/remove-folder.ts'

const MADE = { file: 'farol.tar.gz', bytes: 1, rows: 2, files: 3, missing: 0, keyed: 0 }
const REQUEST = { dir: '/backups', key: null }

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'farol-asked-'))
})
afterEach(() => removeFolder(dataDir))

test('a request is answered; without a server there is no answer', async () => {
  expect(await askForBackup(dataDir, REQUEST)).toBeNull()
  const asked: object[] = []
  // A killed server left its socket.
  await writeFile(join(dataDir, 'farol.sock'), '')
  const stop = await answerRequests(
    dataDir,
    async (request) => {
      asked.push(request)
      return MADE
    },
    () => {},
  )
  expect(await askForBackup(dataDir, REQUEST)).toEqual(MADE)
  expect(asked).toEqual([REQUEST])
  await stop()
  expect(await askForBackup(dataDir, REQUEST)).toBeNull()
  expect(await readdir(dataDir)).toEqual([])
})

test('a failure is answered by its sentence, and the server notes it', async () => {
  const noted: unknown[] = []
  const stop = await answerRequests(
    dataDir,
    () => Promise.reject(new BackupRefused('Não há espaço em disco.')),
    (error) => noted.push(error),
  )
  await expect(askForBackup(dataDir, REQUEST)).rejects.toThrow('Não há espaço em disco.')
  expect(noted).toHaveLength(1)
  await stop()
})

test('a path that is too long for a socket works too', async () => {
  const deep = join(dataDir, 'x'.repeat(60), 'y'.repeat(60))
  await mkdir(deep, { recursive: true })
  const stop = await answerRequests(
    deep,
    async () => MADE,
    () => {},
  )
  expect(await askForBackup(deep, REQUEST)).toEqual(MADE)
  expect(await readdir(deep)).toEqual(['farol.sock'])
  await stop()
})

test('where no socket can be made, the server notes it and works on', async () => {
  await mkdir(join(dataDir, 'farol.sock', 'x'), { recursive: true })
  const noted: unknown[] = []
  const stop = await answerRequests(
    dataDir,
    async () => MADE,
    (error) => noted.push(error),
  )
  expect(noted).toEqual([new Error('no socket for npm run backup in DATA_DIR')])
  await stop()
})

// An accent takes two bytes: the first of these paths has few letters enough for an address, and too many bytes.
test.each(['á', 'b'])('a path that is nearly too long, of %s, works', async (letter) => {
  for (let length = 1; length <= 60; length += letter === 'b' ? 1 : 10) {
    const deep = join(dataDir, letter.repeat(length))
    await mkdir(deep)
    const noted: unknown[] = []
    const stop = await answerRequests(
      deep,
      async () => MADE,
      (error) => noted.push(error),
    )
    expect(await askForBackup(deep, REQUEST), deep).toEqual(MADE)
    expect(noted).toEqual([])
    await stop()
  }
})

test('nonsense is noted and makes nothing', async () => {
  const noted: unknown[] = []
  const stop = await answerRequests(
    dataDir,
    async () => MADE,
    (error) => noted.push(error),
  )
  const socket = connect(join(dataDir, 'farol.sock'))
  socket.end('nonsense\n')
  await new Promise((resolve) => socket.once('close', resolve))
  await expect.poll(() => noted.length).toBe(1)
  await stop()
})
