/** docs/operations.md#commands-on-debian */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { refusalOfRoot } from '../../../server/context/root-commands.ts'

const FAROL = 998
const OWN = { path: '/var/lib/root', owner: 0 }
const SERVERS = { path: '/var/lib/farol', owner: FAROL }
const nameOf = (uid: number) => (uid === FAROL ? 'farol' : String(uid))

test("root runs no command on the server's folder, and hears as whom to run it", () => {
  expect(refusalOfRoot(0, [OWN, SERVERS], nameOf)).toMatch(
    /^A pasta \/var\/lib\/farol é do usuário farol, e este comando roda como root.* Rode o comando como farol:/,
  )
})

test.each([
  ['the owner', FAROL, [SERVERS]],
  ['another user, whom the folder itself refuses', 1000, [SERVERS]],
  ['root in its own folder', 0, [OWN]],
  ['root before the folder is there', 0, []],
  ['a user of a machine without uids', null, [SERVERS]],
])('%s may', (_who, uid, folders) => {
  expect(refusalOfRoot(uid, folders, nameOf)).toBeNull()
})

const scriptsSchema = z.object({ scripts: z.record(z.string(), z.string()) })
/** Writes to a bucket alone. */
const READS_ONLY = ['server/files-move.ts']

test('each command of the server asks', () => {
  const { scripts } = scriptsSchema.parse(JSON.parse(readFileSync('package.json', 'utf8')))
  const commands = Object.values(scripts).flatMap((line) => /^node (server\/\S+)$/.exec(line)?.[1] ?? [])
  expect(commands).toContain('server/restore.ts')
  const silent = commands.filter((file) => !/^await asCommand\(main/m.test(readFileSync(file, 'utf8')))
  expect(silent).toEqual(READS_ONLY)
})

test('deploy/farol-run has the user, the settings and the folders of deploy/farol.service', () => {
  const command = readFileSync('deploy/farol-run', 'utf8').replaceAll("'", '')
  const service = readFileSync('deploy/farol.service', 'utf8')
  const settings = /^Environment=(NODE_ENV.*)$/m.exec(service)?.[1]?.split(' ') ?? []
  expect(settings).toHaveLength(3)
  for (const each of settings) expect(command).toContain(`--setenv=${each}`)
  const shared = /^(?:WorkingDirectory|EnvironmentFile|StateDirectory|StateDirectoryMode|UMask)=.*$/gm
  const lines = service.match(shared) ?? []
  expect(lines).toHaveLength(5)
  for (const line of lines) expect(command).toContain(`--property=${line}`)
  expect(service).toMatch(/^User=farol\nGroup=farol$/m)
  expect(command).toContain('--uid=farol --gid=farol')
})
