/** What every mail has from its brokerage. docs/rules.md#mail */
import type { AppContext } from '../context/app-context.ts'
import { readBrokerage, readLogo } from './brokerage.ts'
import type { OutgoingMail } from './transport.ts'
import { LOGO_CID } from './written-letter.ts'

/** The mail under the brokerage's name, with its logo where the text shows it. */
export async function signed(
  { store: { db } }: Pick<AppContext, 'store'>,
  mail: OutgoingMail,
): Promise<OutgoingMail> {
  const { name } = await readBrokerage(db)
  const logo = mail.html.includes(`cid:${LOGO_CID}`) ? await readLogo(db) : null
  const picture =
    logo === null ? [] : [{ name: 'logo', content: logo.content, mediaType: logo.mediaType, cid: LOGO_CID }]
  return { ...mail, senderName: name, attachments: [...(mail.attachments ?? []), ...picture] }
}
