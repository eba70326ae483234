import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// The pages are built into the Python package, which serves them; `npm run dev` asks a server on this machine.
export default defineConfig({
  plugins: [react(), withoutLeftovers()],
  build: {
    outDir: "../src/dramaturg/api/studio",
    emptyOutDir: false,
    assetsInlineLimit: 0, // the content security policy allows no data: scripts or styles
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700, // what draws graphs is large, and is fetched when there is one
  },
  server: { proxy: { "/api": "http://127.0.0.1:8420", "/v1": "http://127.0.0.1:8420" } },
  test: { include: ["src/**/*.test.ts"] },
});

// What an earlier build has left goes once the new one is there: a server that runs meanwhile always has whole pages to serve.
function withoutLeftovers(): Plugin {
  return {
    name: "without-leftovers",
    async writeBundle({ dir }, bundle) {
      const files = await this.fs.readdir(`${dir}/assets`);
      const left = files.filter((file) => !(`assets/${file}` in bundle));
      await Promise.all(left.map((file) => this.fs.unlink(`${dir}/assets/${file}`)));
    },
  };
}
