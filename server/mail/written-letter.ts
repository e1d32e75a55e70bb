/** Subject, plain text and HTML of a letter. It reads well without pictures. docs/rules.md#mail */
import { escapedHtml } from '../base/escaped-html.ts'
import type { Letter } from './letters.ts'

export interface WrittenLetter {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Who signs. */
export interface Signature {
  /** null: the brokerage has given no name. */
  readonly name: string | null
  readonly hasLogo: boolean
}

/** The address of the logo inside a mail that carries it. */
export const LOGO_CID = 'logo@farol'

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapedHtml(text)}</p>`

/** A button as mail programs draw it, and its address for those that do not. */
const buttonHtml = ({ label, link }: NonNullable<Letter['button']>) => `
<p style="margin:24px 0"><a href="${escapedHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#12525f;color:#ffffff;text-decoration:none;font-weight:600">${escapedHtml(label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#5c6770">Se o botão não abrir, copie este endereço no navegador:<br><a href="${escapedHtml(link)}" style="color:#12525f;word-break:break-all">${escapedHtml(link)}</a></p>`

const headHtml = ({ name, hasLogo }: Signature) => {
  const words = escapedHtml(name ?? 'Farol')
  return hasLogo
    ? `<p style="margin:0 0 20px"><img src="cid:${LOGO_CID}" alt="${words}" height="48" style="display:block;height:48px;max-width:220px;border:0;font-size:20px;font-weight:700;color:#12525f"></p>`
    : `<p style="margin:0 0 20px;font-size:20px;font-weight:700;color:#12525f">${words}</p>`
}

export function writtenLetter(
  { subject, name, paragraphs, button, closing }: Letter,
  signature: Signature,
): WrittenLetter {
  const greeting = name === null ? 'Olá!' : `Olá, ${name}.`
  const signed = signature.name ?? 'Farol'
  const linkLines = button === undefined ? [] : [`${button.label}:\n${button.link}`]
  const text = [greeting, ...paragraphs, ...linkLines, closing, signed].join('\n\n')
  const html = `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapedHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f6f7;color:#1d252b;font:16px/1.5 Arial,sans-serif"><div style="max-width:520px;margin:0 auto;padding:28px;border-radius:12px;background:#ffffff">
${headHtml(signature)}
${[greeting, ...paragraphs].map(paragraph).join('\n')}${button === undefined ? '' : buttonHtml(button)}
<p style="margin:0 0 16px">${escapedHtml(signed)}</p>
<p style="margin:0;font-size:13px;color:#5c6770">${escapedHtml(closing)}</p>
</div></body></html>`
  return { subject, text, html }
}
