// The frame of every page: the masthead, the page that the address names, and what is said when there is none.

import { type ComponentType, lazy, Suspense, useEffect, useRef } from "react";
import icon from "./icon.svg";
import { Busy } from "./parts/busy";
import { Mishap } from "./parts/mishap";
import { Page } from "./parts/page";
import { ThemeSwitch } from "./parts/theme";
import { go, Link, matched, type Params, useAddress } from "./router";

type PageOf = ComponentType<{ params: Params }>;

// Every page comes in its own file when it is first asked for.
const PAGES: [string, PageOf][] = [
  ["/", lazy(() => import("./pages/home/home-page"))],
  ["/sessions", lazy(() => import("./pages/sessions/sessions-page"))],
  ["/sessions/:id", lazy(() => import("./pages/chat/chat-page"))],
  ["/sessions/:id/replay", lazy(() => import("./pages/replay/replay-page"))],
  ["/what-if", lazy(() => import("./pages/replay/what-if-page"))],
  ["/sessions/:id/book", lazy(() => import("./pages/book/book-page"))],
  ["/studies", lazy(() => import("./pages/studies/studies-page"))],
  ["/studies/:id", lazy(() => import("./pages/studies/study-page"))],
  ["/join/:study", lazy(() => import("./pages/join/join-page"))],
  ["/games", lazy(() => import("./pages/games/games-page"))],
  ["/games/:id", lazy(() => import("./pages/games/game-page"))],
  ["/plays/:id", lazy(() => import("./pages/games/play-page"))],
  ["/content", lazy(() => import("./pages/content/content-page"))],
  ["/content/:kind/:id", lazy(() => import("./pages/content/document-page"))],
  ["/simulations", lazy(() => import("./pages/simulations/simulations-page"))],
  ["/simulations/:id", lazy(() => import("./pages/simulations/simulation-page"))],
  ["/monitor", lazy(() => import("./pages/monitor/monitor-page"))],
  ["/login", lazy(() => import("./pages/login/login-page"))],
];

// Addresses as they were called before.
const MOVED: Record<string, string> = { "/wall": "/monitor" };

const PLACES: [string, string][] = [
  ["/", "Home"],
  ["/sessions", "Sessions"],
  ["/studies", "Studies"],
  ["/games", "Games"],
  ["/content", "Content"],
  ["/simulations", "Simulations"],
  ["/monitor", "Monitor"],
];

export function Studio() {
  const path = useAddress().split("?")[0] ?? "/";
  const now = MOVED[path];
  useEffect(() => {
    if (now) go(now, true);
  }, [now]);
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  useEffect(() => {
    if (first.current) first.current = false;
    else main.current?.focus();
  }, [path]);
  return (
    <div className="studio">
      <a className="skip-link" href="#main">
        Skip to the page
      </a>
      <Masthead path={path} />
      <main id="main" ref={main} tabIndex={-1}>
        <Mishap key={path}>
          <Suspense fallback={<Busy>Loading the page</Busy>}>
            <PageAt path={path} />
          </Suspense>
        </Mishap>
      </main>
    </div>
  );
}

function PageAt({ path }: { path: string }) {
  for (const [pattern, PageOf] of PAGES) {
    const params = matched(pattern, path);
    if (params) return <PageOf key={path} params={params} />;
  }
  return (
    <Page title="There is no such page">
      <p>
        Nothing is at <code>{path}</code>. <Link to="/">Go home</Link>.
      </p>
    </Page>
  );
}

// A play belongs to the games.
function isAt(place: string, path: string): boolean {
  if (place === "/") return path === "/";
  return path.startsWith(place) || (place === "/games" && path.startsWith("/plays/"));
}

// A respondent sees their interview and nothing of the studio around it.
function Masthead({ path }: { path: string }) {
  if (path.startsWith("/join/")) return <header className="masthead"><span className="mark"><img src={icon} alt="" />Dramaturg</span></header>;
  return (
    <header className="masthead">
      <Link to="/" className="mark">
        <img src={icon} alt="" />
        Dramaturg
      </Link>
      <nav aria-label="Studio">
        <ul>
          {PLACES.map(([to, name]) => (
            <li key={to}>
              <Link to={to} current={isAt(to, path)}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="aside">
        <ThemeSwitch />
      </div>
    </header>
  );
}
