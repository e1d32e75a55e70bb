/** Every command of every screen is told by one piece: docs/rules.md#waiting-changes */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commands } from '../../../src/commands/registry.ts'

const sources = globSync('src/{features,device,routes}/**/*.{ts,tsx}').map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}))

const RUNS = /\b(?:runCommandWithToast|queueCommand|sendAgain|runGroupWithToast|takeOutcomeBack)\(/

/** They run commands for the screens. */
const TELLERS: readonly string[] = [
  'src/device/run-command-with-toast.ts',
  'src/device/run-group-with-toast.ts',
  'src/device/send-again.ts',
]

/** What else a file that queues commands says: of nothing that was queued. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  'src/features/administration/webhooks/DeliveriesDialog.tsx': 'the server answers that it sends again',
  'src/features/lead/calls/CallLine.tsx': 'a call that was never sent is discarded here',
  'src/features/lead/form/submit-lead.ts': 'a save without changes queues nothing',
  'src/features/lead/actions/lead-file.ts': 'a download',
  'src/features/lead/actions/useCalls.ts': 'the answer of the phone system',
}

test('no file that queues commands tells a success by itself', () => {
  const telling = sources
    .filter(({ text }) => RUNS.test(text))
    .filter(({ text }) => /\bnotify\.(?:saved|success|changed)\(/.test(text))
    .map(({ path }) => path.replaceAll('\\', '/'))
    .filter((path) => !TELLERS.includes(path))
  expect(telling.toSorted()).toEqual(Object.keys(OTHER_WORDS).toSorted())
})

test('the device runs a command from one place alone', () => {
  const runs = sources.filter(({ text }) => /\brunCommand\(/.test(text)).map(({ path }) => path)
  expect(runs).toEqual(['src/device/run-command-with-toast.ts'])
  const groups = sources.filter(({ text }) => /\brunGroup\(/.test(text)).map(({ path }) => path)
  expect(groups).toEqual(['src/device/run-group-with-toast.ts'])
})

/** No screen names it: a merge or an import makes clients, and a save brings its own. Outcomes are groups (src/domain/day). */
const UNSENT: readonly string[] = ['client.create', 'lead.noteContact', 'lead.putBack']

test('each command is sent by a screen through that place', () => {
  const all = sources.map(({ text }) => text).join('\n')
  const missing = Object.keys(commands).filter((name) => !all.includes(`'${name}'`))
  expect(missing.toSorted()).toEqual(UNSENT)
})
