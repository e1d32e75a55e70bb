/**
 * What a transaction took away reaches the file before the commit: an act that is committed is in the file, whatever happens
 * next. A process that dies in between leaves a line whose act is carried out at the next start. docs/rules.md#revocations
 */
import { z } from 'zod'
import { codeOf } from '../transient.ts'
import type { RevocationsFile } from './file.ts'
import { type Revocation, revocationSchema } from './lines.ts'

/** PostgreSQL says that it did not commit. After a lost connection nobody knows. */
const isRefusal = (error: unknown): boolean => /^(23|40|25|53)[0-9A-Z]{3}$/.test(codeOf(error))

const rowsSchema = z.array(revocationSchema)

/** SQL: the rows of the present transaction. */
export const OWN_ROWS =
  'select id, at, kind, about from revocations where tx = pg_current_xact_id() order by n'

/** Tables whose triggers make rows, and those whose rows take such rows with them. */
export const WATCHED: readonly string[] = [
  'sessions',
  'users',
  'user_roles',
  'user_partners',
  'user_passwords',
  'password_verifications',
  'passkeys',
  'code_apps',
  'recovery_codes',
  'remembered_devices',
  'device_keys',
  'devices',
  'partner_keys',
  'partners',
  'indication_links',
  'calendar_feeds',
  'technical_teams',
  'technical_team_channels',
]
const WRITES = new RegExp(String.raw`\b(?:update|into|delete\s+from)\s+"?(?:${WATCHED.join('|')})\b`, 'i')
const MOST_KNOWN = 2000

export class Recorder {
  /** null: what is taken away is not written to a file. */
  readonly file: RevocationsFile | null
  #installation: string | null = null
  #listener: (committed: readonly Revocation[]) => void = () => {}
  readonly #known = new Map<string, boolean>()

  constructor(file: RevocationsFile | null) {
    this.file = file
  }

  /** Before it, as during a migration, no commit is looked at, and with null no more. */
  begin(installation: string | null): void {
    this.#installation = installation
  }

  get isOn(): boolean {
    return this.#installation !== null
  }

  /** `listener` receives what was committed. */
  listen(listener: (committed: readonly Revocation[]) => void): void {
    this.#listener = listener
  }

  /** Whether a statement may take access away. */
  isWatched(sql: string): boolean {
    const known = this.#known.get(sql)
    if (known !== undefined) return known
    if (this.#known.size >= MOST_KNOWN) this.#known.clear()
    const watched = WRITES.test(sql)
    this.#known.set(sql, watched)
    return watched
  }

  /** Commits by `commit` what these rows are of. */
  async commit(rows: readonly unknown[], commit: () => Promise<void>): Promise<void> {
    const revocations = rowsSchema.parse(rows)
    if (revocations.length === 0) return commit()
    if (this.file === null || this.#installation === null) await commit()
    else await recordedCommit(this.file, this.#installation, { revocations, commit })
    this.#listener(revocations)
  }
}

async function recordedCommit(
  file: RevocationsFile,
  installation: string,
  { revocations, commit }: { revocations: readonly Revocation[]; commit: () => Promise<void> },
): Promise<void> {
  const takeBack = () => file.append(revocations.map(({ id }) => ({ installation, void: id })))
  try {
    await file.append(revocations.map((revocation) => ({ installation, ...revocation })))
  } catch (error) {
    // The lines may be there whole. On a full disk this fails too, and the next start carries the act out.
    await takeBack().catch(() => {})
    throw error
  }
  try {
    await commit()
  } catch (error) {
    if (isRefusal(error)) await takeBack()
    throw error
  }
}
