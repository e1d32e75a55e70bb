/** This thread does not hold the keys of a protected user's store. */
export class Locked extends Error {
  readonly code = 'locked'
  constructor() {
    super('O Farol está bloqueado neste aparelho.')
  }
}
