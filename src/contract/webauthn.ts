/** Passkeys as WebAuthn has them, in JSON: docs/rules.md#passkeys */
import { z } from 'zod'

const keyType = z.literal('public-key', { error: 'Não é uma chave de acesso' })

/** Of bytes in base64url. */
const bytes = z.string().max(20_000)
const key = z.object({ id: bytes, type: keyType })

/** What an authenticator answers when it makes a passkey. */
export const registrationSchema = z.object({
  id: bytes,
  rawId: bytes,
  type: keyType,
  response: z.object({ clientDataJSON: bytes, attestationObject: bytes }),
})
export type Registration = z.output<typeof registrationSchema>

/** What an authenticator answers when it proves a passkey. */
export const assertionSchema = z.object({
  id: bytes,
  rawId: bytes,
  type: keyType,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.nullish(),
  }),
})
export type Assertion = z.output<typeof assertionSchema>

export const assertionOptionsSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  /** Empty: any that the user has on the device. */
  allowCredentials: z.array(key),
})
export type AssertionOptions = z.output<typeof assertionOptionsSchema>

export const registrationOptionsSchema = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: keyType })),
  timeout: z.number(),
  excludeCredentials: z.array(key),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
