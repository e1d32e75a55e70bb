/** `npm run backup`, `restore` and `move:postgres` as the operator runs them: with and without a server, and what they say. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../../../server/db/migrate.ts'
import { openStore, type Store } from '../../../server/db/store.ts'
import { anchorsPath, appendAnchors, readKept } from '../../../server/history/anchors-file.ts'
import { installationOf, reconcile } from '../../../server/revocations/reconcile.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { databaseWithoutTables, TEST_DATABASE_URL } from '../support/databases.ts'
import { addLead, BRUNA, house, workedBy } from '../support/people.ts'

const SERVER = fileURLToPath(new URL('../../../server/', import.meta.url))
const KEY = 'uma senha bem comprida'

function start(script: string, environment: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [join(SERVER, script), ...args], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, said: () => said, ended }
}

async function run(script: string, environment: Record<string, string>, ...args: string[]) {
  const { said, ended } = start(script, environment, ...args)
  return { code: await ended, said: said().trim() }
}

let root: string
let dataDir: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'farol-commands-'))
  dataDir = join(root, 'data')
  const store = await openStore({ dataDir })
  await migrate(store.db)
  await house(store)
  await addLead(store, workedBy(BRUNA))
  await store.close()
})
afterAll(() => removeFolder(root))

describe('the embedded database', { timeout: 120_000 }, () => {
  test('a running server makes the backup that the command asks for', async () => {
    const to = join(root, 'asked')
    const environment = { DATA_DIR: dataDir, PORT: '0', DIST_DIR: SERVER }
    const server = start('main.ts', environment)
    try {
      await expect.poll(server.said, { timeout: 60_000 }).toContain('Farol no ar')
      const { code, said } = await run('backup.ts', { DATA_DIR: dataDir, BACKUP_KEY: KEY }, '--to', to)
      expect({ code, said }).toEqual({
        code: 0,
        said: expect.stringMatching(
          /^Cópia feita: \S+\.tar\.gz\.age \(\d+,\d MB, \d+ linhas e 0 arquivos\)\.$/,
        ),
      })
      const [name = ''] = await readdir(to)
      expect((await stat(join(to, name))).mode & 0o777).toBe(0o600)
      expect((await stat(join(dataDir, 'farol.sock'))).mode & 0o777).toBe(0o700)
      expect(await run('backup.ts', { DATA_DIR: dataDir }, '--to', join(to, name, 'x'))).toEqual({
        code: 1,
        said: expect.stringMatching(/^A cópia não foi feita\. O caminho não é uma pasta/),
      })
      expect(
        await run('move-postgres.ts', { DATA_DIR: dataDir, DATABASE_URL: 'postgres://nobody/x' }),
      ).toEqual({
        code: 1,
        said: expect.stringMatching(/O banco não foi movido: pare o servidor e repita este comando\.$/),
      })
    } finally {
      server.child.kill('SIGTERM')
      await server.ended
    }
    expect(await server.ended).toBe(0)
    expect(await readdir(dataDir)).not.toContain('farol.sock')
  })

  test('a stopped one is read by the command, and restored by another', async () => {
    const to = join(root, 'made')
    // A disk that is not mounted: nothing is written on the server's own in its place.
    expect(await run('backup.ts', { DATA_DIR: dataDir, BACKUP_DIR: to })).toEqual({
      code: 1,
      said: expect.stringMatching(/^A cópia não foi feita\. A pasta de BACKUP_DIR \(\S+\) não existe\./),
    })
    await expect(stat(to)).rejects.toMatchObject({ code: 'ENOENT' })
    await mkdir(to)
    const made = await run('backup.ts', { DATA_DIR: dataDir, BACKUP_DIR: to })
    expect(made).toEqual({ code: 0, said: expect.stringMatching(/^Cópia feita: \S+\.tar\.gz \(/) })
    const [name = ''] = await readdir(to)
    const again = { DATA_DIR: join(root, 'again') }
    const source = await openStore({ dataDir })
    const anchors = anchorsPath(again.DATA_DIR, await installationOf(source.db))
    await source.close()
    // Made after the backup: it is on the server's disk, and not in what is restored.
    const later = { n: 99, said: 'a later day', hash: 'b'.repeat(64), signature: null }
    await appendAnchors(anchors, [later])
    const restored = await run('restore.ts', again, join(to, name))
    expect(restored.code).toBe(0)
    expect(restored.said).toMatch(
      /^Cópia de \d\d\/\d\d\/\d{4} \d\d:\d\d restaurada: \d+ linhas e 0 arquivos, conferidos\./,
    )
    expect(restored.said).toMatch(/desde \d{4}-\d\d-\d\dT\S+Z.*\n- personal_data_erased/)
    expect([...(await readKept(anchors)).restored]).toEqual([later.hash])
    expect(await run('restore.ts', again, join(to, name))).toEqual({
      code: 1,
      said: expect.stringMatching(/^O banco de dados de destino não está vazio\. Nada foi restaurado\./),
    })
  })

  // Nine processes, one after the other.
  test('what was taken away after a backup is taken away again, where its file is named', {
    timeout: 240_000,
  }, async () => {
    const [to, file] = [join(root, 'taken'), join(dataDir, 'revocations')]
    const session = randomUUID()
    const onStore = async (work: (store: Store) => Promise<unknown>) => {
      const store = await openStore({ dataDir, revocations: file })
      await reconcile(store, { isPutBack: false })
      await work(store)
      await store.close()
    }
    await onStore(({ db }) =>
      db
        .insertInto('sessions')
        .values({ id: session, token_hash: session, user_id: BRUNA, expires_at: '2100-01-01T00:00:00Z' })
        .execute(),
    )
    await run('backup.ts', { DATA_DIR: dataDir }, '--to', to)
    const [before = ''] = await readdir(to)
    await onStore(({ db }) =>
      db
        .updateTable('sessions')
        .set({ revoked_at: new Date().toISOString() })
        .where('id', '=', session)
        .execute(),
    )
    const later = join(root, 'later')
    await run('backup.ts', { DATA_DIR: dataDir }, '--to', later)
    const [after = ''] = await readdir(later)
    const restored = (name: string, ...options: string[]) =>
      run('restore.ts', { DATA_DIR: join(root, name) }, join(to, before), ...options)

    const ended = '- 1 sessão encerrada (usuário 2)'
    const missing = `ATENÇÃO: o arquivo de revogações (${join(root, 'no-file', 'revocations')}) não foi encontrado`
    const without = await restored('no-file')
    expect(without.said).toContain(missing)
    expect(without.said).toContain('terminaram todas as sessões (1)')
    expect(without.said).toContain('nenhum administrador tem uma senha que vale')

    const named = await restored('named', '--revocations', file)
    expect(named.code).toBe(0)
    expect(named.said).toContain(ended)
    expect(named.said).not.toContain('arquivo de revogações')

    const known = await restored('known', '--revocations', join(later, after))
    expect(known.said).toContain(ended)
    expect(known.said).toContain('não foi encontrado')

    expect(await restored('wrong', '--revocations', join(root, 'none'))).toEqual({
      code: 1,
      said: `O arquivo de revogações ${join(root, 'none')} não existe. Nada foi restaurado.`,
    })
    expect(await readdir(root)).not.toContain('wrong')

    // A start after any other way back does the same.
    const lost = join(root, 'named', 'revocations')
    await rm(lost)
    const server = start('main.ts', { DATA_DIR: join(root, 'named'), PORT: '0', DIST_DIR: SERVER })
    try {
      await expect.poll(server.said, { timeout: 60_000 }).toContain('Farol no ar')
      expect(server.said()).toContain(`ATENÇÃO: o arquivo de revogações (${lost}) não foi encontrado`)
      expect(server.said()).toContain('"event":"everything_ended"')
      expect(await readFile(lost, 'utf8')).toContain(session)
    } finally {
      server.child.kill('SIGTERM')
      await server.ended
    }
  })

  test('a backup is proven by a restore into a scratch database, of which nothing is left', async () => {
    const to = join(root, 'proven')
    await run('backup.ts', { DATA_DIR: dataDir }, '--to', to)
    const [name = ''] = await readdir(to)
    const elsewhere = join(root, 'elsewhere')
    const verify = (file: string, ...more: string[]) =>
      run('backup.ts', { DATA_DIR: elsewhere }, '--verify', file, ...more)
    expect(await verify(join(to, name))).toEqual({
      code: 0,
      said: expect.stringMatching(
        /^Cópia conferida: restaurada num banco de ensaio, com \d+ tabelas, \d+ linhas e 0 arquivos\. /,
      ),
    })
    expect(await readdir(join(elsewhere, 'ensaio'))).toEqual([])
    expect(JSON.parse((await verify(join(to, name), '--json')).said)).toMatchObject({
      rows: expect.any(Number),
      tables: expect.any(Number),
    })
    const bytes = await readFile(join(to, name))
    await writeFile(join(to, name), bytes.subarray(0, bytes.length / 2))
    expect(await verify(join(to, name))).toEqual({
      code: 1,
      said: expect.stringMatching(
        /^A cópia não pôde ser restaurada\. A cópia \S+ está incompleta ou foi alterada\./,
      ),
    })
  })

  test('what is missing is said, and no folder is made', async () => {
    expect(await run('backup.ts', { DATA_DIR: dataDir })).toEqual({
      code: 1,
      said: 'A cópia não foi feita. Diga onde guardar a cópia: npm run backup -- --to PASTA, ou defina BACKUP_DIR.',
    })
    const nowhere = join(root, 'nowhere')
    expect(await run('backup.ts', { DATA_DIR: nowhere }, '--to', root)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/não há banco embutido/),
    })
    expect(await run('restore.ts', { DATA_DIR: nowhere })).toEqual({
      code: 1,
      said: 'Uso: npm run restore -- ARQUIVO [--revocations ARQUIVO]',
    })
    expect(await readdir(root)).not.toContain('nowhere')
  })
})

describe.skipIf(TEST_DATABASE_URL === null)('PostgreSQL', { timeout: 120_000 }, () => {
  test('takes the embedded database, once', async () => {
    const { url, drop } = await databaseWithoutTables()
    const environment = { DATA_DIR: dataDir, DATABASE_URL: url }
    expect(await run('move-postgres.ts', environment)).toEqual({
      code: 0,
      said: expect.stringMatching(/^Banco movido: \d+ tabelas com \d+ linhas, iguais nos dois bancos\./),
    })
    expect(await run('move-postgres.ts', environment)).toEqual({
      code: 1,
      said: expect.stringMatching(/^O banco não foi movido\. O banco de DATABASE_URL não está vazio\./),
    })
    expect(await run('backup.ts', environment, '--to', join(root, 'postgres'))).toMatchObject({ code: 0 })
    await drop()
  })
})
