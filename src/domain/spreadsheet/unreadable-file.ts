/** A file that can't be read; the message is for the user. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}
