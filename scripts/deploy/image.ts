/**
 * Builds the image of deploy/Containerfile for the tests, without a registry. NODE_IMAGE may name a base that this
 * machine has. Otherwise it makes a replacement from Debian's packages and this machine's Node and npm. It does so
 * once, and later runs use it again.
 */
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findProgram, presentProgram } from '../find/program.ts'
import { runStep, type Step } from '../run-step.ts'

const IMAGE = 'localhost/farol-test'
const STAND_IN = 'localhost/farol-test-base'
/** Debian's podman takes gigabytes while it builds: not in memory, where the tests' TMPDIR is. */
const ON_DISK = { TMPDIR: '/var/tmp' }
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

const PROGRAMS = [
  { name: 'podman', debianPackage: 'podman' },
  { name: 'buildah', debianPackage: 'buildah' },
  { name: 'conmon', debianPackage: 'conmon' },
  { name: 'runc', debianPackage: 'runc' },
  { name: 'mmdebstrap', debianPackage: 'mmdebstrap' },
]

/** Names of the programs that are missing and can't be installed. */
async function missingPrograms(): Promise<string[]> {
  const missing: string[] = []
  for (const { name, debianPackage } of PROGRAMS)
    if ((await findProgram(name, debianPackage)) === null) missing.push(name)
  return missing
}

async function must(step: Step): Promise<string> {
  const { code, output } = await runStep({ ...step, env: { ...ON_DISK, ...step.env } })
  if (code !== 0) throw new Error(`${step.name}:\n${output.slice(-4000)}`)
  return output.trim()
}

const isThere = async (image: string) =>
  (await runStep({ name: 'image', command: ['podman', 'image', 'exists', image] })).code === 0

/** Debian 12 with what the image of Node adds: Node and npm in /usr/local, the user node, and this machine's way to packages. */
async function makeStandIn(): Promise<void> {
  const npm = await presentProgram('npm')
  if (npm === null) throw new Error('npm is not on the PATH')
  const registry = await must({ name: 'registry', command: ['npm', 'config', 'get', 'registry'] })
  const folder = await mkdtemp(join(tmpdir(), 'farol-base-'))
  const archive = join(folder, 'base.tar')
  const hooks = [
    `copy-in ${await realpath(process.execPath)} /usr/local/bin`,
    'mkdir -p "$1/usr/local/lib/node_modules" "$1/usr/local/etc"',
    `copy-in ${join(dirname(await realpath(npm)), '..')} /usr/local/lib/node_modules`,
    'ln -s ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/local/bin/npm"',
    'ln -s ../lib/node_modules/npm/bin/npx-cli.js "$1/usr/local/bin/npx"',
    'chroot "$1" useradd --uid 1000 --create-home node',
    `upload ${CERTIFICATES} ${CERTIFICATES}`,
    `printf 'registry=%s\\ncafile=${CERTIFICATES}\\n' '${registry}' > "$1/usr/local/etc/npmrc"`,
  ]
  try {
    await must({
      name: 'mmdebstrap',
      command: [
        'mmdebstrap',
        '--variant=minbase',
        '--include=ca-certificates,tzdata,libstdc++6',
        ...hooks.map((hook) => `--customize-hook=${hook}`),
        'bookworm',
        archive,
      ],
    })
    await must({ name: 'import', command: ['podman', 'import', '--quiet', archive, STAND_IN] })
  } finally {
    await rm(folder, { recursive: true })
  }
}

export interface BuiltImage {
  /** Null when programs are missing. */
  readonly image: string | null
  readonly missing: readonly string[]
}

/** Throws with the end of the output when a step fails. */
export async function buildImage(say: (line: string) => void): Promise<BuiltImage> {
  const missing = await missingPrograms()
  if (missing.length > 0) return { image: null, missing }
  const given = process.env.NODE_IMAGE
  if (given === undefined && !(await isThere(STAND_IN))) {
    say('Preparando a imagem de base…')
    await makeStandIn()
  }
  say('Construindo a imagem…')
  await must({
    name: 'build',
    command: [
      'podman',
      'build',
      // The others need iptables, or have no HEALTHCHECK.
      '--isolation=chroot',
      '--format=docker',
      `--build-arg=NODE_IMAGE=${given ?? STAND_IN}`,
      '--file=deploy/Containerfile',
      `--tag=${IMAGE}`,
      '.',
    ],
  })
  return { image: IMAGE, missing }
}
