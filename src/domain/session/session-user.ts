/** Who is signed in: docs/rules.md#session-user. */
import { z } from 'zod'
import { absenceSchema } from '../absence/schema.ts'
import { partnerSchema, technicalTeamSchema } from '../catalogue/catalogue.ts'

/** 1 administrator, 2 manager, 3 broker, 4 dealership, 5 and 7 indicators, 6 special inviter. */
export const roleIdSchema = z.union([
  z.literal(1),
  z.literal(2),
  z.literal(3),
  z.literal(4),
  z.literal(5),
  z.literal(6),
  z.literal(7),
])
export type RoleId = z.infer<typeof roleIdSchema>

export const sessionUserSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  login: z.string(),
  email: z.string(),
  phone: z.string(),
  roles: z
    .tuple([z.object({ id: roleIdSchema, name: z.string() })])
    .rest(z.object({ id: roleIdSchema, name: z.string() })),
  channel_id: z.number().int(),
  channel: z.object({ id: z.number().int(), name: z.string() }),
  partners: z.array(partnerSchema),
  technical_team: technicalTeamSchema.nullable(),
  /** The user's own, that are not over. undefined: of an earlier version. docs/rules.md#absences */
  absences: z.array(absenceSchema).optional(),
  /** Who is on leave, and whose leads the user works meanwhile. undefined: of an earlier version. docs/rules.md#absences */
  covers: z.array(z.number().int()).optional(),
  /** Of a new password. undefined: a server of an earlier version, which has one rule for all. */
  shortest_password: z.number().int().optional(),
})
export type SessionUser = z.infer<typeof sessionUserSchema>
