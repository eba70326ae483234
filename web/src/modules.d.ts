declare module "cytoscape-dagre";
declare module "cytoscape-fcose";
