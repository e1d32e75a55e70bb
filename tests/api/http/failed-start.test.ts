/** A server that can't listen leaves nothing behind that runs: no loop, no socket, no lock. */
import { mkdtemp, readdir } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../../server/base/config.ts'
import { startServer } from '../../../server/entry/start-server.ts'
import { removeFolder } from '../../support/remove-folder.ts'

test('a port that is taken', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'farol-failed-'))
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const config = readConfig({
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    DIST_DIR: import.meta.dirname,
    LOG_LEVEL: 'silent',
    BACKUP_DIR: join(dataDir, 'backups'),
  })
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const before = timers()
  await expect(startServer(config, () => {})).rejects.toMatchObject({ code: 'EADDRINUSE' })
  expect(await readdir(dataDir)).not.toContain('farol.sock')
  expect(timers()).toBeLessThanOrEqual(before + 1)
  await new Promise((resolve) => other.close(resolve))
  await removeFolder(dataDir)
}, 60_000)
