/** The server refuses by the table of permissions alone: each command is given to one role after the other. */
import { expect, test } from 'vitest'
import { commands, isCommandName } from '../../../src/commands/registry.ts'
import { pushResponseSchema } from '../../../src/contract/sync.ts'
import { withRoles } from '../../unit/domain/turned-row.ts'
import { describeDatabase } from '../support/databases.ts'
import { ask } from './support/ask.ts'
import { newUid } from './support/marks.ts'
import { RESIDENTS, type Resident } from './support/residents.ts'
import { inWorld, type World } from './support/world.ts'

const COMMANDS = Object.keys(commands).filter(isCommandName)
/** One of each role. */
const CALLERS = RESIDENTS.filter(
  ({ role }, place) => RESIDENTS.findIndex((other) => other.role === role) === place,
)

describeDatabase('a command whose line is turned round', (open) => {
  let world: World
  inWorld(open, (opened) => {
    world = opened
  })

  /** There are no arguments: a user who may run the command gets that answer. */
  async function codeOf(command: string, me: Resident) {
    const given = { key: newUid(), command, schema_version: 1, args: {}, base: {}, depends_on: null }
    const body = {
      device_id: 'device-of-the-test',
      app_version: '1.0.0',
      commands: [{ ...given, occurred_at: new Date().toISOString() }],
    }
    const reply = await ask(world.server, world.deviceOf(me), { method: 'POST', path: '/sync/push', body })
    const [result] = pushResponseSchema.parse(JSON.parse(reply.body)).results
    return result?.outcome === 'rejected' ? result.code : result?.outcome
  }

  test.each(COMMANDS)('%s is refused to all others', async (command) => {
    for (const one of CALLERS)
      for (const me of CALLERS) {
        const code = await withRoles(command, [one.role], () => codeOf(command, me))
        expect([one.name, me.name, code]).toEqual([one.name, me.name, me === one ? 'invalid' : 'forbidden'])
      }
  })
})
