/** Reads a file and checks the dossier or the book of proposals in it, on this device alone. */
import { useState } from 'react'
import { type CheckedDossier, checkedDossier } from '../../domain/dossier/check.ts'
import { type Dossier, dossierIn } from '../../domain/dossier/dossier.ts'
import { PDF_TYPE } from '../../domain/lead/lead-file.ts'
import { type Book, bookIn } from '../../domain/proposal-book/book.ts'
import { type CheckedBook, checkedBook } from '../../domain/proposal-book/check.ts'
import { readDossierPdf } from '../../workers/dossier-file-bridge.ts'
import { means } from './means.ts'

export type Check =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly name: string }
  | { readonly kind: 'unreadable'; readonly name: string; readonly problem: string }
  | {
      readonly kind: 'dossier'
      readonly name: string
      readonly dossier: Dossier
      readonly checked: CheckedDossier
    }
  | { readonly kind: 'book'; readonly name: string; readonly book: Book; readonly checked: CheckedBook }

/** A dossier of many thousand entries has some megabytes. */
const MOST_BYTES = 100 * 1024 * 1024
const TOO_LARGE = 'O arquivo é grande demais para ser um documento do Farol.'
const NO_DOCUMENT =
  'Este arquivo não é um dossiê do Farol nem um livro de propostas, ou foi cortado no caminho.'
const NO_ATTACHMENT =
  'Este PDF não tem o documento assinado anexado dentro. Um PDF impresso de novo perde o anexo: use o arquivo como saiu do Farol, ou o JSON.'

async function checkOf(file: File): Promise<Check> {
  const { name } = file
  const unreadable = (problem: string): Check => ({ kind: 'unreadable', name, problem })
  if (file.size > MOST_BYTES) return unreadable(TOO_LARGE)
  const isPdf = file.type === PDF_TYPE || name.toLowerCase().endsWith('.pdf')
  const text = isPdf ? await readDossierPdf(file) : await file.text()
  if (text === null) return unreadable(NO_ATTACHMENT)
  const dossier = dossierIn(text)
  if (dossier !== null)
    return { kind: 'dossier', name, dossier, checked: await checkedDossier(dossier, await means()) }
  const book = bookIn(text)
  if (book !== null) return { kind: 'book', name, book, checked: await checkedBook(book, await means()) }
  return unreadable(NO_DOCUMENT)
}

export function useCheck() {
  const [check, setCheck] = useState<Check>({ kind: 'none' })
  const choose = async (file: File) => {
    setCheck({ kind: 'reading', name: file.name })
    // A file that is taken away while it is read.
    setCheck(
      await checkOf(file).catch((): Check => ({ kind: 'unreadable', name: file.name, problem: NO_DOCUMENT })),
    )
  }
  return { check, choose }
}
