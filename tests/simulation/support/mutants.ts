/**
 * Deliberate faults in the product's source. The simulation must catch every mutant, which proves that it can detect
 * such a fault. A snippet that the source no longer contains fails a test too.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ADMINISTRATION_MUTANTS } from './administration-mutants.ts'
import { DECISION_MUTANTS } from './decision-mutants.ts'
import { DOCUMENT_MUTANTS } from './document-mutants.ts'
import { ERASURE_MUTANTS } from './erasure-mutants.ts'
import { FEED_MUTANTS } from './feed-mutants.ts'
import { GROUP_MUTANTS } from './group-mutants.ts'
import { HAND_OVER_MUTANTS } from './hand-over-mutants.ts'
import { HISTORY_MUTANTS } from './history-mutants.ts'
import { IDENTITY_MUTANTS } from './identity-mutants.ts'
import { MERGE_MUTANTS } from './merge-mutants.ts'
import { type Mutant, one } from './mutant.ts'
import { OBLIGATION_MUTANTS } from './obligation-mutants.ts'
import { SCREEN_MUTANTS } from './screen-mutants.ts'

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'the cursor is a timestamp',
    ownDatabase: true,
    scenario: 1,
    // Ten seconds pass or do not pass between two transactions of a scenario.
    further: [2, 3, 4, 5],
    patches: [
      {
        // The migrations are read from their folder, which the compiler of mutants does not follow.
        file: 'server/db/migrate.ts',
        find: '  if (error !== undefined) throw await reasonOf(db, error)\n',
        put: `  if (error !== undefined) throw await reasonOf(db, error)
  await sql.raw(\`create or replace function set_version() returns trigger language plpgsql as $body$
    begin new.version := (extract(epoch from clock_timestamp())::bigint / 10)::text::xid8; return new; end $body$\`).execute(db)
`,
      },
      {
        file: 'server/feed/standing.ts',
        find: '`pg_snapshot_xmin(pg_current_snapshot())`',
        put: '`extract(epoch from clock_timestamp())::bigint / 10`',
      },
      {
        file: 'server/sync/pull.ts',
        find: 'where l.version >= ${xid(cursor.from)} and l.version < ${xid(cursor.high)} and (l',
        put: 'where l.version > ${xid(cursor.from)} and l.version < ${xid(cursor.high)} and (l',
      },
      {
        file: 'server/db/epoch.ts',
        find: 'max(version) >= pg_snapshot_xmax(pg_current_snapshot())',
        put: 'false',
      },
    ],
  },
  {
    name: 'a database put back in its place keeps its cursors',
    scenario: 76,
    further: [42],
    patches: [{ file: 'server/feed/standing.ts', find: 'mark === null', put: 'mark !== undefined' }],
  },
  one(
    'the cursor has the version without the row',
    11,
    'server/sync/pull.ts',
    '(l.version, l.uid) > (${xid(cursor.version)}, ${cursor.key}::uuid)',
    'l.version > ${xid(cursor.version)}',
  ),
  one(
    'the key is stored in another transaction than the change',
    31,
    'server/commands/execute-command.ts',
    'db.transaction().execute((tx) => executeIn(context, tx, request, rules)),',
    `(async () => {
        const kept = []
        const result = await db.transaction().execute(async (tx) => {
          const done = await executeIn(context, tx, request, rules)
          kept.push(...(await tx.deleteFrom('command_log').where('key', '=', request.key).returningAll().execute()))
          return done
        })
        for (const row of kept)
          await db
            .insertInto('command_log')
            .values({ ...row, args: JSON.stringify(row.args), result: JSON.stringify(row.result) })
            .execute()
        return result
      })(),`,
  ),
  one(
    'a command has no base',
    5,
    'src/db/outbox/command-rows.ts',
    'base: { ...baseOf(leadSides), ...baseOf(clientSides) }',
    'base: {}',
  ),
  one(
    'each attempt has a key of its own',
    2,
    'src/sync/push.ts',
    "state: 'sending', attempts: record.attempts + 1",
    "state: 'sending', key: crypto.randomUUID(), attempts: record.attempts + 1",
  ),
  {
    name: 'the cursor is stored before the page',
    scenario: 10,
    patches: [
      {
        file: 'src/sync/pull.ts',
        find: 'import { readPullState }',
        put: 'import { readPullState, writePullState }',
      },
      {
        file: 'src/sync/pull.ts',
        find: 'const arrived = {',
        put: 'await writePullState(db, { ...(await readPullState(db)), cursor: page.cursor }); const arrived = {',
      },
      { file: 'src/sync/apply-page.ts', find: 'if (state.cursor !== askedWith) return null', put: '' },
    ],
  },
  one(
    'a removed lead stays on the device',
    3,
    'src/sync/apply-page.ts',
    'await evictOrMark(db, page.removed.leads, queued)',
    '',
  ),
  {
    name: 'tombstones are not read',
    scenario: 3,
    patches: [
      {
        file: 'server/sync/pull.ts',
        find: 'if (cursor.from === 0) return NOTHING_REMOVED',
        put: 'if (cursor.from >= 0) return NOTHING_REMOVED',
      },
      {
        file: 'server/feed/feed.ts',
        find: 'if (lead === undefined || !isThere(lead)) removed.add(row.key)',
        put: '',
      },
    ],
  },
  one('a new scope continues with the old cursor', 21, 'server/sync/pull.ts', 'asked.scope === scope &&', ''),
  one(
    'a new generation does not delete the rows of the old',
    27,
    'src/sync/apply-page.ts',
    'if (finished && sweeping)',
    'if (false)',
  ),
  one(
    'a refused command is deleted',
    1,
    'src/sync/apply-results.ts',
    'await db.outbox.put({ ...record, ...refusal })',
    'await db.outbox.delete(record.seq)',
  ),
  one(
    'a command is sent without its depends_on',
    11,
    'src/contract/push-command.ts',
    'depends_on: command.dependsOn',
    'depends_on: null',
  ),
  {
    name: 'the newest command goes first',
    scenario: 5,
    patches: [
      {
        file: 'src/sync/push.ts',
        find: "anyOf('queued', 'sending').sortBy('seq')",
        put: "anyOf('queued', 'sending').reverse().sortBy('seq')",
      },
      {
        file: 'src/db/outbox/run-command.ts',
        find: 'dependsOn: earlier.at(-1)?.key ?? null',
        put: 'dependsOn: null',
      },
    ],
  },
  one(
    'a command that was in flight at a crash is not sent again',
    1,
    'src/sync/push.ts',
    "anyOf('queued', 'sending').sortBy('seq')",
    "anyOf('queued').sortBy('seq')",
  ),
  one(
    'a repeated answer contains rows that left the user’s scope',
    16,
    'server/commands/departed.ts',
    "if (result.outcome === 'blocked') return result",
    'return result',
  ),
  one(
    'an older row overwrites a newer',
    28,
    'src/sync/apply-results.ts',
    'if (held === undefined || held.version > lead.version) return null',
    'if (held === undefined) return null',
  ),
  one(
    'a pull sends the board no change events',
    1,
    'src/sync/apply-page.ts',
    'if (changed.length > 0) await noteChanged',
    'if (false) await noteChanged',
  ),
  one(
    'the server sends every lead to every user',
    1,
    'server/queries/scope.ts',
    "return sql<boolean>`(${matchesScopeSql(scope, 'l')} and ${notAgedOutSql(scope, settings, nowMs)})`",
    'return sql<boolean>`true`',
  ),
  one(
    'a staged row overrides a newer row of its table',
    1,
    'src/db/staging/chunk-store.ts',
    'const values = rows.filter((_, place) => stored[place] === undefined)',
    'const values = [...rows]',
  ),
  one(
    'a deleted row stays in its chunk',
    2,
    'src/db/staging/staged-table.ts',
    "case 'delete':\n        await chunks.drain(trans, name, request.keys)",
    "case 'delete':",
  ),
  one(
    'a restored server keeps its epoch',
    1,
    'server/db/epoch.ts',
    'if (stored !== undefined && isOf(origin, stored) && !(await hasForeignVersion(tx))) {',
    'if (stored !== undefined) {',
  ),
  ...DOCUMENT_MUTANTS,
  ...DECISION_MUTANTS,
  ...MERGE_MUTANTS,
  ...ERASURE_MUTANTS,
  ...ADMINISTRATION_MUTANTS,
  ...FEED_MUTANTS,
  ...GROUP_MUTANTS,
  ...SCREEN_MUTANTS,
  ...IDENTITY_MUTANTS,
  ...HISTORY_MUTANTS,
  ...OBLIGATION_MUTANTS,
  ...HAND_OVER_MUTANTS,
  one(
    'a tab sends without waiting for the lock',
    1,
    'src/sync/turn.ts',
    'await underLock(deps, { userId, signal: AbortSignal.any([signal, impatient.signal]) }, begin)',
    'await begin(new AbortController().signal)',
  ),
  one(
    'the service worker sends without waiting for the lock',
    2,
    'src/sync/flush.ts',
    'await underLock(deps, { userId: db.userId, signal: either }, async (stolen) => {',
    'const alone = (work: (stolen: AbortSignal) => Promise<void>) => work(signal)\n    await alone(async (stolen) => {',
  ),
  one(
    'the service worker does not wait for the tab that sends',
    2,
    'src/sync/flush.ts',
    "return (await waitingCommands(db, deps.clock.now())).length === 0 ? 'empty' : 'retry'",
    'return act(signal)',
  ),
  one(
    'an engine writes after its lock was stolen',
    28,
    'src/db/access/writer.ts',
    'if (value === this.#name) return',
    'return',
  ),
  one(
    'a waiter steals the lock of a holder that answers',
    1,
    'src/sync/turn.ts',
    `talk.listen(userId, () => {
    unanswered = 0
  })`,
    'talk.listen(userId, () => {})',
  ),
  one(
    'no waiter steals the lock of a suspended holder',
    5,
    'src/sync/turn.ts',
    'if (unanswered >= UNANSWERED) return true',
    '',
  ),
]

const ROOT = join(import.meta.dirname, '../../..')

/** Returns the source with the mutant's patches for this file. Throws unless each snippet occurs exactly once. */
export function patched(file: string, source: string, { name, patches }: Mutant): string {
  return patches
    .filter((patch) => patch.file === file)
    .reduce((text, { find, put }) => {
      if (text.split(find).length !== 2) throw new Error(`mutant '${name}': '${find}' is not once in ${file}`)
      return text.replace(find, () => put)
    }, source)
}

/** Returns an error message for each mutant with a snippet that the product does not contain exactly once. */
export function outOfDate(): string[] {
  return MUTANTS.flatMap((mutant) =>
    mutant.patches.flatMap(({ file }) => {
      try {
        patched(file, readFileSync(join(ROOT, file), 'utf8'), mutant)
        return []
      } catch (error) {
        return [error instanceof Error ? error.message : String(error)]
      }
    }),
  )
}
