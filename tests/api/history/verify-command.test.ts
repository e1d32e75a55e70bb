/** `npm run history:verify` as the operator runs it, also on a database that was restored from a backup. docs/operations.md#history */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../../../server/db/migrate.ts'
import { openStore, type Store } from '../../../server/db/store.ts'
import { aDossier, aKey } from '../../support/made-dossier.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { addLead, BRUNA, house, workedBy } from '../support/people.ts'

const SERVER = fileURLToPath(new URL('../../../server/', import.meta.url))

function run(script: string, environment: Record<string, string>, ...args: string[]) {
  return new Promise<{ code: number; said: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [join(SERVER, script), ...args],
      { env: { PATH: process.env.PATH, ...environment } },
      (_, out, failed) => resolve({ code: child.exitCode ?? -1, said: `${out}${failed}`.trim() }),
    )
  })
}

let root: string
let dataDir: string
const inStore = async (dir: string, work: (store: Store) => Promise<unknown>) => {
  const store = await openStore({ dataDir: dir })
  try {
    await work(store)
  } finally {
    await store.close()
  }
}
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'farol-verify-'))
  dataDir = join(root, 'data')
  await inStore(dataDir, async (store) => {
    await migrate(store.db)
    await house(store)
    const { uid: lead_uid } = await addLead(store, workedBy(BRUNA))
    for (const command of ['lead.create', 'lead.capture'])
      await sql`
        insert into timeline (lead_uid, user_id, command, changes, occurred_at)
        values (${lead_uid}, ${BRUNA}, ${command}, '{"status": {"before": 1, "after": 2}}', now())`.execute(
        store.db,
      )
  })
})
afterAll(() => removeFolder(root))

describe('the command', { timeout: 240_000 }, () => {
  test('says that all holds, also of a restored database, and names what does not', async () => {
    expect(await run('history-verify.ts', { DATA_DIR: dataDir })).toEqual({
      code: 0,
      said: expect.stringMatching(/^1 histórico conferido.*\nTudo confere\.$/s),
    })
    const to = join(root, 'backups')
    expect((await run('backup.ts', { DATA_DIR: dataDir }, '--to', to)).code).toBe(0)
    const [name = ''] = await readdir(to)
    const restored = join(root, 'restored')
    expect((await run('restore.ts', { DATA_DIR: restored }, join(to, name))).code).toBe(0)
    expect((await run('history-verify.ts', { DATA_DIR: restored })).said).toContain('Tudo confere.')
    await inStore(restored, async ({ db }) => {
      await sql`alter table timeline disable trigger user`.execute(db)
      await sql`update timeline set command = 'lead.finish' where command = 'lead.capture'`.execute(db)
      await sql`alter table timeline enable trigger user`.execute(db)
    })
    const { code, said } = await run('history-verify.ts', { DATA_DIR: restored })
    expect(code).toBe(1)
    expect(said).toContain('NÃO CONFERE')
    expect(said).toMatch(/Registro 2, entrada \d+: Quem fez, o que fez ou quando não é o que foi escrito\./)
  })

  test('checks an exported dossier', async () => {
    const dossier = await aDossier(
      [{ entry: 1, kind: 'added', content: { product: { before: null, after: 'Fiat' } } }],
      await aKey(),
    )
    const file = join(root, 'dossie.json')
    await writeFile(file, JSON.stringify(dossier))
    const whole = await run('history-verify.ts', { DATA_DIR: join(root, 'none') }, '--dossier', file)
    // Its key is of nobody that this installation knows.
    expect(whole).toEqual({ code: 2, said: expect.stringContaining('Não se sabe quem escreveu.') })
    await writeFile(file, JSON.stringify(dossier).replace('Fiat', 'Ford'))
    const forged = await run('history-verify.ts', { DATA_DIR: join(root, 'none') }, '--dossier', file)
    expect(forged).toEqual({
      code: 1,
      said: expect.stringContaining('Registro 1, entrada 1: O conteúdo não é o que foi escrito.'),
    })
    await writeFile(file, '{}')
    expect(await run('history-verify.ts', { DATA_DIR: join(root, 'none') }, '--dossier', file)).toEqual({
      code: 1,
      said: expect.stringContaining('não é um dossiê do Farol'),
    })
  })
})
