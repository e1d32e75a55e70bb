/** A device runs the commands that the table of permissions gives to its user's role, and no other. */
import { expect, test } from 'vitest'
import { type CommandName, commands, isCommandName } from '../../src/commands/registry.ts'
import { runCommand } from '../../src/db/outbox/run-command.ts'
import { NOT_ALLOWED } from '../../src/domain/permissions/actions.ts'
import { withRoles } from '../unit/domain/turned-row.ts'
import { aSyncedWorld, queue } from './support/world.ts'

const COMMANDS = Object.keys(commands).filter(isCommandName)

test.each(COMMANDS)('%s follows its line', async (command: CommandName) => {
  const world = await aSyncedWorld()
  const said = async () => {
    const outcome = await runCommand(world.device.db, command, { lead_uid: 'lead-1' })
    return outcome.kind === 'queued' ? null : outcome.message
  }
  expect(await withRoles(command, [1, 2, 4, 5, 6, 7], said)).toBe(NOT_ALLOWED)
  expect(await queue(world)).toEqual([])
  expect(await withRoles(command, [3], said)).not.toBe(NOT_ALLOWED)
})
