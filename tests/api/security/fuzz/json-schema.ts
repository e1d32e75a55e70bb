/** A JSON schema as zod writes it. */
import type { z } from 'zod'

export type JsonSchema = z.core.JSONSchema.BaseSchema
