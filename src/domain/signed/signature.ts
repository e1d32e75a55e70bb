/** Files that the installation's own key signs, and what checks them anywhere. docs/rules.md#signed-files */
import { z } from 'zod'

/** SHA-256 of the UTF-8 text, as 64 hexadecimal digits. */
export type Sha256 = (text: string) => string | Promise<string>

export const publicKeySchema = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
})
export type PublicKey = z.infer<typeof publicKeySchema>

export const signatureSchema = z.strictObject({ key: publicKeySchema, value: z.string() })
type Signature = z.infer<typeof signatureSchema>

export interface Means {
  readonly sha: Sha256
  readonly signatureHolds: (key: PublicKey, text: string, signature: string) => boolean | Promise<boolean>
  /** The installation's key, as it is known without the file; null: it is not known. */
  readonly knownKey: PublicKey | null
}

/** 'own_key': right by the key in the file, which nothing beside it confirms. 'other_key': of another installation. */
export type SignatureState = 'holds' | 'own_key' | 'other_key' | 'wrong' | 'none'

const OF_DOSSIER: Readonly<Record<SignatureState, string>> = {
  holds: 'A assinatura é deste Farol.',
  own_key:
    'A assinatura confere com a chave que está no arquivo. Não foi possível saber se essa chave é deste Farol: confira de novo com rede.',
  other_key: 'A assinatura não é deste Farol: o dossiê foi feito em outro, ou a chave mudou.',
  wrong: 'A assinatura não confere: o arquivo foi mudado depois de feito.',
  none: 'O dossiê não tem assinatura: o servidor que o fez não tinha chave, ou não foi um Farol que o fez.',
}
export const SIGNATURE_WORDS = {
  dossier: OF_DOSSIER,
  book: {
    ...OF_DOSSIER,
    other_key: 'A assinatura não é da chave deste Farol: o livro foi feito em outro, ou a chave mudou.',
    wrong: 'A assinatura não confere: o livro foi mudado depois de assinado.',
    none: 'O livro não tem assinatura: ela foi tirada, ou não foi um Farol que o fez.',
  },
}

/** 'unproven': nothing contradicts, and nothing tells that this Farol wrote it. Anybody can make such a file. */
export type Verdict = 'holds' | 'unproven' | 'broken'

const sameKey = (one: PublicKey, other: PublicKey) => one.x === other.x && one.y === other.y

/** `text` is what the signature covers. */
export async function signatureState(
  signature: Signature | null,
  text: string,
  { signatureHolds, knownKey }: Means,
): Promise<SignatureState> {
  if (signature === null) return 'none'
  if (!(await signatureHolds(signature.key, text, signature.value))) return 'wrong'
  if (knownKey === null) return 'own_key'
  return sameKey(knownKey, signature.key) ? 'holds' : 'other_key'
}

/** null: the text is no JSON of this schema. */
export function fileIn<File>(schema: z.ZodType<File>, text: string): File | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    // No JSON.
    return null
  }
}
