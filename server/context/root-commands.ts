/**
 * Root runs no command on the folders of another user: the files that it left there would be closed to the server.
 * docs/operations.md#commands-on-debian
 */
import { readFile, stat } from 'node:fs/promises'
import { ConfigError, readConfig } from '../base/config.ts'

const ROOT = 0

interface Folder {
  readonly path: string
  /** The uid of its owner. */
  readonly owner: number
}

/** Returns why this user may not run a command on the folders; null if it may. `uid` is null where there are none (Windows). */
export function refusalOfRoot(
  uid: number | null,
  folders: readonly Folder[],
  nameOf: (uid: number) => string = String,
): string | null {
  if (uid !== ROOT) return null
  const foreign = folders.find(({ owner }) => owner !== ROOT)
  if (foreign === undefined) return null
  const name = nameOf(foreign.owner)
  return (
    `A pasta ${foreign.path} é do usuário ${name}, e este comando roda como root: deixaria lá arquivos que o servidor não ` +
    `consegue abrir. Nada foi feito. Rode o comando como ${name}: docs/operations.md, 'Commands on Debian', mostra como.`
  )
}

/** The folders of the settings. None where these are wrong: the command says so itself. */
function foldersOf(environment: NodeJS.ProcessEnv): string[] {
  try {
    const { dataDir, integrations, backup } = readConfig(environment)
    return [dataDir, integrations.filesDir, ...(backup.dir === null ? [] : [backup.dir])]
  } catch (error) {
    if (error instanceof ConfigError) return []
    throw error
  }
}

/** As {@link refusalOfRoot}, of this process. A folder that is missing has no owner yet. */
export async function refusalOfThisUser(environment: NodeJS.ProcessEnv): Promise<string | null> {
  const uid = process.getuid?.() ?? null
  if (uid !== ROOT) return null
  const folders: Folder[] = []
  for (const path of foldersOf(environment)) {
    const found = await stat(path).catch(() => null)
    if (found !== null) folders.push({ path, owner: found.uid })
  }
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const nameOf = (owner: number) =>
    users
      .split('\n')
      .map((line) => line.split(':'))
      .find(([, , id]) => id === String(owner))?.[0] ?? String(owner)
  return refusalOfRoot(uid, folders, nameOf)
}
