import { z } from 'zod'
import { attachProblem } from '../domain/lead/lifecycle-problems.ts'
import { defineCommand } from './definition.ts'

/**
 * Attaches a PDF to a lead. The device keeps the bytes under `file_uid` and uploads them before it sends the command:
 * docs/rules.md#files.
 */
export const attachFile = defineCommand({
  name: 'lead.attachFile',
  version: 1,
  args: z.strictObject({
    lead_uid: z.string(),
    file_uid: z.uuid(),
    name: z.string().max(255),
    size: z.int32().min(1),
  }),
  entityUid: (args) => args.lead_uid,
  label: 'Enviar arquivo',
  problem: (lead, _args, { user }) => attachProblem(lead, user),
  apply: (lead, args) => ({ ...lead, file_path: args.file_uid }),
})
