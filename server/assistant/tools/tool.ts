/** A tool that the service may call. Tools only read, by the functions of the product's own calls. docs/rules.md#assistant */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Consulted } from '../../../src/domain/assistant/consulted.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { parseJson } from '../../base/parse-json.ts'
import type { AppContext } from '../../context/app-context.ts'
import { Refusal } from '../../context/refusal.ts'
import type { ToolCall, ToolOffer } from '../../integrations/assistant/chat-completions.ts'
import { statusOf } from '../../wire/errors.ts'
import type { Placeholders } from '../placeholders.ts'

export interface ToolAsked {
  readonly context: AppContext
  /** The question's own: its session decides what may be read. */
  readonly request: FastifyRequest
  readonly placeholders: Placeholders
}

export interface ToolResult {
  /** JSON for the service, with placeholders in place of personal data. */
  readonly result: unknown
  readonly consulted: Consulted
}

/** The service gets this message about a call that cannot be answered. */
export class ToolRefusal extends Error {
  readonly code = 'tool_refusal'
}
const isToolRefusal = (error: unknown): error is ToolRefusal =>
  error instanceof Error && 'code' in error && error.code === 'tool_refusal'

export interface Tool {
  readonly offer: ToolOffer
  /** `given` is the JSON that the service wrote, with its placeholders. */
  readonly run: (asked: ToolAsked, given: unknown) => Promise<ToolResult>
}

interface Declared<Schema extends z.ZodType> {
  readonly name: string
  readonly description: string
  readonly args: Schema
  readonly run: (asked: ToolAsked, args: z.output<Schema>) => Promise<ToolResult>
}

const jsonSchemaOf = (schema: z.ZodType): Readonly<Record<string, unknown>> => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  return rest
}

export function defineTool<Schema extends z.ZodType>({
  name,
  description,
  args,
  run,
}: Declared<Schema>): Tool {
  return {
    offer: { name, description, parameters: jsonSchemaOf(args) },
    run: async (asked, given) => {
      const parsed = args.safeParse(restored(given, asked.placeholders))
      if (!parsed.success) throw new ToolRefusal(`Argumentos inválidos: ${z.prettifyError(parsed.error)}`)
      return run(asked, parsed.data)
    },
  }
}

/** The values behind the placeholders in the arguments. */
function restored(value: unknown, placeholders: Placeholders): unknown {
  if (typeof value === 'string') return placeholders.restore(value)
  if (Array.isArray(value)) return value.map((each) => restored(each, placeholders))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, restored(each, placeholders)]))
}

function parsedArguments(text: string): unknown {
  if (text.trim() === '') return {}
  const given = parseJson(text)
  if (given === undefined) throw new ToolRefusal('Argumentos inválidos: não são JSON.')
  return given
}

export interface CallOutcome {
  /** JSON text for the service. */
  readonly content: string
  /** null: nothing was read. */
  readonly consulted: Consulted | null
}

/** Runs a call of the service. A wrong call is answered to the service, which may try again. */
export async function runCall(
  tools: readonly Tool[],
  call: ToolCall,
  asked: ToolAsked,
): Promise<CallOutcome> {
  const refusal = (message: string): CallOutcome => ({
    content: JSON.stringify({ erro: asked.placeholders.mask(message) }),
    consulted: null,
  })
  const tool = tools.find(({ offer }) => offer.name === call.name)
  if (tool === undefined) return refusal('Não existe esta ferramenta.')
  try {
    const { result, consulted } = await tool.run(asked, parsedArguments(call.arguments))
    return { content: JSON.stringify(result), consulted }
  } catch (error) {
    if (isToolRefusal(error)) return refusal(error.message)
    // What the product refuses to this user.
    if (error instanceof Refusal && statusOf(error) < 500) return refusal(error.message)
    throw error
  }
}

export const userOf = ({ request }: ToolAsked): SessionUser => request.session.user
