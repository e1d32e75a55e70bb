/** Installs a Debian package, if it can: as root, or with sudo without a password. */
import { access } from 'node:fs/promises'
import { runStep } from '../run-step.ts'

/** Another installation on the same machine holds the package database until it has ended. */
const WAIT_FOR_ANOTHER = 'DPkg::Lock::Timeout=300'

/** Returns true when the package is installed. Prints a line, since it changes the machine. */
export async function installDebianPackage(name: string): Promise<boolean> {
  const apt = await access('/usr/bin/apt-get').then(
    () => true,
    () => false,
  )
  if (!apt) return false
  const root = process.getuid?.() === 0
  const sudo: readonly string[] = root ? [] : ['sudo', '-n']
  if (!root && (await runStep({ name: 'sudo', command: ['sudo', '-n', 'true'] })).code !== 0) return false
  console.log(`Instalando o pacote Debian ${name}…`)
  const apply = async (...parameters: string[]) => {
    const [program = 'apt-get', ...rest] = [...sudo, 'apt-get', ...parameters]
    return runStep({
      name: 'apt-get',
      command: [program, ...rest],
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
  await apply('update', '-qq')
  const { code, output } = await apply('install', '-y', '-qq', '-o', WAIT_FOR_ANOTHER, name)
  if (code !== 0) console.error(output)
  return code === 0
}
