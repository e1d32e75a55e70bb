/** Installs a Debian package, if it can: as root, or with sudo without a password. */
import { access } from 'node:fs/promises'
import { runStep } from './run-step.ts'

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
  return (await apply('install', '-y', '-qq', name)).code === 0
}
