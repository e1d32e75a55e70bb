/**
 * CHANGELOG.md: a section a release, `## 0.2.0 · 26/11/2026`, the newest first; before them what no release has yet. A
 * section has the users' news, then under `### Servidor` what the server's operators must know.
 */

const UNRELEASED = 'Em preparo'
const HEADING = /^## (?<version>\S+|Em preparo)(?: · (?<date>\d\d\/\d\d\/\d{4}))?$/u
const FOR_OPERATORS = '### Servidor'

export interface Release {
  /** Null: in no release yet. */
  readonly version: string | null
  /** As written, dd/mm/yyyy. Early releases have none. */
  readonly date: string | null
  /** The users' news. Markdown of a line each; only code is marked. */
  readonly changes: readonly string[]
  /** What changes for the operators of a server, in the same form. */
  readonly forOperators: readonly string[]
}

/** Returns the releases in the order of the text. */
export function releasesOf(changelog: string): Release[] {
  const releases: (Release & { changes: string[]; forOperators: string[] })[] = []
  let lines: string[] = []
  for (const line of changelog.split('\n')) {
    const { version, date } = HEADING.exec(line)?.groups ?? {}
    const last = releases.at(-1)
    if (version !== undefined) {
      lines = []
      releases.push({
        version: version === UNRELEASED ? null : version,
        date: date ?? null,
        changes: lines,
        forOperators: [],
      })
    } else if (last === undefined || line.trim() === '') continue
    else if (line === FOR_OPERATORS) lines = last.forOperators
    else if (line.startsWith('- ')) lines.push(line.slice(2))
    else lines.push(`${lines.pop() ?? ''} ${line.trim()}`)
  }
  return releases
}

/** Returns the changelog with what was unreleased under this version. Throws where nothing is unreleased. */
export function withRelease(changelog: string, version: string, date: string): string {
  const heading = `## ${UNRELEASED}\n`
  const [first] = releasesOf(changelog)
  if (
    !changelog.includes(heading) ||
    first === undefined ||
    first.changes.length + first.forOperators.length === 0
  )
    throw new Error(`CHANGELOG.md não tem nada em '${UNRELEASED}'.`)
  return changelog.replace(heading, `## ${version} · ${date}\n`)
}
