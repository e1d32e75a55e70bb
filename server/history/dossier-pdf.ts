/** A dossier on paper: its text can be selected, each page's foot has the hash and the way to the check, the JSON is attached. */
import { commandLabel } from '../../src/commands/registry.ts'
import { type Dossier, dossierName } from '../../src/domain/dossier/dossier.ts'
import { type DossierLine, dossierLines } from '../../src/domain/dossier/dossier-lines.ts'
import { anchorLine } from '../../src/domain/dossier/dossier-words.ts'
import { paperFragment } from '../../src/domain/dossier/paper-head.ts'
import { formatDateTime } from '../../src/domain/time/sao-paulo.ts'
import { PALE, type Sheet } from '../paper/sheet.ts'
import { type Fonts, signedPaper } from '../paper/signed-paper.ts'

function writeLine(sheet: Sheet, line: DossierLine, { plain, heavy }: Fonts): void {
  const pale = { font: plain, size: 8.5, color: PALE }
  sheet.keepTogether(64)
  sheet.write(`${line.seq}. ${line.what}`, { font: heavy, size: 10.5 })
  sheet.write([line.when, line.who, `entrada ${line.entry}`].filter((word) => word !== '').join(' · '), pale)
  if (line.fate !== null) sheet.write(line.fate, { font: plain, size: 9.5 })
  for (const { label, before, after } of line.changes)
    sheet.write(`${label}: ${before === '' ? after : `${before} » ${after}`}`, {
      font: plain,
      size: 9.5,
      indent: 12,
    })
  sheet.write(line.hash, { ...pale, size: 7 })
  sheet.space(8)
}

function writeDossier(sheet: Sheet, dossier: Dossier, fonts: Fonts): void {
  const pale = { font: fonts.plain, size: 10, color: PALE }
  sheet.write(
    [dossier.brokerage, `feito em ${formatDateTime(dossier.made_at)} por ${dossier.made_by.name}`]
      .filter((word) => word !== '')
      .join(' · '),
    pale,
  )
  const anchor = anchorLine(dossier)
  sheet.write(anchor ?? 'Nenhum resumo diário confirma este histórico ainda.', pale)
  sheet.write(
    'Cada registro tem um código (hash) que depende do anterior: mudar, tirar ou pôr um registro muda todos os seguintes. ' +
      'O arquivo JSON anexado a este PDF tem o que prova isso.',
    pale,
  )
  sheet.space(12)
  for (const line of dossierLines(dossier, commandLabel)) writeLine(sheet, line, fonts)
}

/** `checkAt` is the address of the page that checks it. */
export const dossierPdf = (
  dossier: Dossier,
  { checkAt }: { readonly checkAt: string },
): Promise<Uint8Array> =>
  signedPaper({
    title: `Dossiê do lead ${dossier.lead.id}`,
    madeAt: dossier.made_at,
    write: (sheet, fonts) => writeDossier(sheet, dossier, fonts),
    foot: {
      name: `Lead ${dossier.lead.id}`,
      checkAt,
      fragment: `#${paperFragment(dossier.lead.uid, dossier.head)}`,
      proof: `Código do último registro: ${dossier.head.hash}`,
    },
    attached: { name: dossierName(dossier.lead.id), value: dossier },
  })
