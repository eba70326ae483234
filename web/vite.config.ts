import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

// The pages are built into the Python package, which serves them; `npm run dev` asks a server on this machine.
export default defineConfig({
  plugins: [react()],
  build: {
    outDir: "../src/dramaturg/api/studio",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows no data: scripts or styles
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8420", "/v1": "http://127.0.0.1:8420" } },
  test: { include: ["src/**/*.test.ts"] },
});
