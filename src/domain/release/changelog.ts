/** CHANGELOG.md: a section a release, `## 0.2.0 · 26/11/2026`, the newest first; before them what no release has yet. */

const UNRELEASED = 'Em preparo'
const HEADING = /^## (?<version>\S+|Em preparo)(?: · (?<date>\d\d\/\d\d\/\d{4}))?$/u

export interface Release {
  /** Null: in no release yet. */
  readonly version: string | null
  /** As written, dd/mm/yyyy. Early releases have none. */
  readonly date: string | null
  /** Markdown of a line each; only code is marked. */
  readonly changes: readonly string[]
}

/** Returns the releases in the order of the text. */
export function releasesOf(changelog: string): Release[] {
  const releases: { version: string | null; date: string | null; changes: string[] }[] = []
  for (const line of changelog.split('\n')) {
    const { version, date } = HEADING.exec(line)?.groups ?? {}
    const last = releases.at(-1)
    if (version !== undefined)
      releases.push({ version: version === UNRELEASED ? null : version, date: date ?? null, changes: [] })
    else if (last === undefined || line.trim() === '') continue
    else if (line.startsWith('- ')) last.changes.push(line.slice(2))
    else last.changes.push(`${last.changes.pop() ?? ''} ${line.trim()}`)
  }
  return releases
}

/** Returns the changelog with what was unreleased under this version. Throws where nothing is unreleased. */
export function withRelease(changelog: string, version: string, date: string): string {
  const heading = `## ${UNRELEASED}\n`
  if (!changelog.includes(heading) || releasesOf(changelog)[0]?.changes.length === 0)
    throw new Error(`CHANGELOG.md não tem nada em '${UNRELEASED}'.`)
  return changelog.replace(heading, `## ${version} · ${date}\n`)
}
