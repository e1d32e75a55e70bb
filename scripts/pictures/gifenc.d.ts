/** The part of gifenc that is used; it has no types of its own. */
declare module 'gifenc' {
  type Palette = readonly (readonly number[])[]
  interface Encoder {
    writeFrame(
      pixels: Uint8Array,
      width: number,
      height: number,
      options: { readonly palette: Palette; readonly delay: number },
    ): void
    finish(): void
    bytes(): Uint8Array
  }
  const gifenc: {
    GIFEncoder(): Encoder
    quantize(rgba: Uint8Array, colours: number): Palette
    applyPalette(rgba: Uint8Array, palette: Palette): Uint8Array
  }
  export default gifenc
}
