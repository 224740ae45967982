/** The product's mark: an open cupboard with books. Drawn in the current colour, decorative. */
export function ArmariumMark({ size_px = 24 }: { size_px?: number }) {
  return (
    <svg width={size_px} height={size_px} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <path d="M4 9V6.6L16 2.4l12 4.2V9" stroke="currentColor" strokeWidth="1.8" strokeLinejoin="round" />
      <path d="M5 9h22v18H5zM16 9v18M7 27v2.6M25 27v2.6" stroke="currentColor" strokeWidth="1.8" />
      <path
        d="M8 17.5v-5M10.4 17.5v-4M12.8 17.5v-5M8 24.5v-4M10.4 24.5v-5M12.8 24.5v-4M19.2 17.5v-4M21.6 17.5v-5M24 17.5v-4M19.2 24.5v-5M21.6 24.5v-4M24 24.5v-5"
        stroke="currentColor"
        strokeWidth="1.4"
      />
      <path d="M5 18h22" stroke="currentColor" strokeWidth="1.2" />
    </svg>
  );
}
